# A shop with one server in each subnet.

terraform {
  required_version = ">= 1.5"
  required_providers {
    cloud = {
      source  = "example/cloud"
      version = "~> 2.0"
    }
  }
}

# The place of all servers.
variable "region" {
  type        = string
  description = "The region of the servers."
  default     = "eu"
}

module "network" {
  source = "./network"
  region = var.region
  zones  = 2
}

resource "cloud_server" "web" {
  for_each = toset(module.network.subnets)
  subnet   = each.value
  size     = "small"
}

output "addresses" {
  value = [for server in cloud_server.web : server.address]
}
