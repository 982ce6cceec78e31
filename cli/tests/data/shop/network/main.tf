variable "zone" {
  type = string
}

output "subnet" {
  value = "subnet-${var.zone}"
}
