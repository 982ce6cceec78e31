variable "VERSION" {
  default = 1
}
variable "REGISTRY" {
  type    = string
  default = "example.org"
}

# The registry and the name, with the parts of the version.
function "tag" {
  params          = [name]
  variadic_params = parts
  result          = "${REGISTRY}/${name}:${join("-", parts)}"
}

group "default" {
  targets = ["db", "web"]
}

target "base" {
  args = {
    GO_VERSION = "1.25"
    VERSION    = VERSION
  }
  platforms = ["linux/amd64", "linux/arm64"]
}

target "db" {
  inherits = ["base"]
  context  = "./db"
  tags     = [tag("db", VERSION)]
}

# Two targets, web-alpine and web-debian.
target "web" {
  name     = "web-${os}"
  matrix   = { os = ["alpine", "debian"] }
  inherits = ["base"]
  context  = target.db.context
  args = {
    BASE = "golang:${target.base.args.GO_VERSION}-${os}"
  }
  tags = [tag("web", VERSION, os)]
}
