variable "size" {
  type     = number
  default  = "big"
  sensitiv = true
}

variable "size" {}

locals {
  file = "${path.modul}/${terraform.workspce}"
  item = each.instance_type
}

module "network" {
  source = "../shop/network"
  zon    = "a"
}

resource "cloud_server" "web" {
  count    = 2
  for_each = {}
  name     = count.idx
  subnet   = module.network.subnt
  region   = var.regoin
}
