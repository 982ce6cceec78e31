module "net" {
  source = "./mod"
  a      = local.name
}

locals {
  name = "root"
}
