variable "name" {}

resource "server" "web" {
  name = uper(var.name)
  size = provider::cloud::size("small")
}
