variable "a" {}

output "b" {
  value = var.b
}
