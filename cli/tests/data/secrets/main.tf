variable "password" {
  type      = string
  default   = "hunter1"
  sensitive = true
}

variable "ports" {
  type      = map(number)
  default   = {}
  sensitive = true
}

variable "plain" {
  default   = "shown"
  sensitive = false
}

output "url" {
  value = "https://${var.password}@example.org"
}
