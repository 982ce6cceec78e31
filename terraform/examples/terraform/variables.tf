variable "servers" {
  type = map(object({
    size = optional(string, "small")
    port = number
  }))
  validation {
    condition     = alltrue([for server in values(var.servers) : server.port > 1024])
    error_message = "A port must be greater than 1024."
  }
}

variable "replicas" {
  type    = number
  default = 1
}

variable "password" {
  type      = string
  sensitive = true
}
