variable "release" {
  type = string
}

variable "size" {
  type = number
}

variable "ports" {
  type = list(number)
}

variable "server" {
  type = object({ host = string, port = optional(number, 80) })
}

variable "extra" {}
