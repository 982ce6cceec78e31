variable "wanted" {
  default = "./vpc"
}

module "a" {
  source  = "./vpc"
  version = "1.0"
}

module "b" {
  source = "./vpc"
}

module "c" {
  source  = "./other"
  version = "3.0"
  tags    = merge(var.x, { Team = "a" })
}
listen {
  port = 1
}
listen {
  port = 2
}
listen {
  port = 3
}
