variable "project" {
  type    = string
  default = "atlas"
}

variable "stage" {
  type    = string
  default = "test"
}

variable "region" {
  type = string
}

variable "zone_count" {
  type    = number
  default = 3
}

variable "services" {
  default = {
    api   = { port = 8080, public = true, replicas = 3 }
    admin = { port = 8081, public = false, replicas = 1 }
    jobs  = { port = 9090, public = false, replicas = 2 }
  }
}

variable "owner" {
  type    = string
  default = "platform"
}
