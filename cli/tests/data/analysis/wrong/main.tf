locals {
  a = local.b
  b = [local.a, var.nmae]
}

variable "name" {}
