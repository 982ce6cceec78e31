# A site.
region = "eu"
tags   = { owner = "ops", "cost-centre" = unknown }

service "web" {
  image = "registry/web:${version}"
  port  = 40 * 2
  hosts = ["a.example.org", "b.example.org"]

  check "alive" {
    path = "/"
  }
}

service "my db" {
  port = 5432
}

listen {
  port = 1
}

listen {
  port = 2
}
