# A shop with servers.
terraform {
  required_version = ">= 1.5"
}

variable "region" {
  type        = string
  description = "The region of the servers."
}

variable "replicas" {
  type    = number
  default = 1
}

locals {
  name = "shop-${var.region}"
}

module "network" {
  source = "./network"
  zone   = "${var.region}-a"
}

resource "cloud_server" "web" {
  count  = var.replicas
  name   = "${local.name}-${count.index}"
  subnet = module.network.subnet
  size   = "small"
}

output "names" {
  value = cloud_server.web[*].name
}
