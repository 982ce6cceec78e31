variable "region" {
  type        = string
  default     = "eu"
  description = "The region that everything is in."
}

variable "names" {
  default = [for name in ["a", "b"] : "${name}-${var.region}"]
}
