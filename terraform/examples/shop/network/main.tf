variable "region" {
  type = string
}

variable "zones" {
  type = number
}

output "subnets" {
  value = [for zone in range(var.zones) : "${var.region}-${zone}"]
}
