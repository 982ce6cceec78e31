variable "a" {
  default = "mod"
}

output "a" {
  value = "${var.a} of ${path.module}"
}
