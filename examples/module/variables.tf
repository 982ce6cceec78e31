variable "region" {
  type    = string
  default = "eu-central-1"
}

variable "zones" {
  type    = list(string)
  default = ["a", "b"]
}
