# What a small platform team deploys, and how.

region      = "eu-central-1"
environment = "staging"
owner       = "platform@${domain}"

# Shared by all services.
defaults {
  memory   = "512Mi"
  replicas = environment == "production" ? 3 : 1
}

service "web" {
  image    = "registry.${domain}/web:2.4.1"
  port     = 8080
  replicas = environment == "production" ? 6 : 2
  hosts    = [for name in ["www", "shop"] : "${name}.${domain}"]

  env = {
    LOG_LEVEL = "info"
    REGION    = upper("eu")
    WORKERS   = cores * 2
  }

  check "http" {
    path     = "/healthz"
    interval = 10
  }

  check "tcp" {
    interval = 30
  }

  startup = <<-EOT
    #!/bin/sh
    echo "starting web in ${environment}"
    %{ if environment != "production" }export DEBUG=1%{ endif }
    wait-for cache.internal queue.internal
    exec /usr/bin/web --port 8080
  EOT
}

service "worker" {
  image = "registry.${domain}/worker:2.4.1"
  env   = { LOG_LEVEL = "debug" }
}

/* The two databases differ in little
   but their size. */
database "orders" "postgres" {
  version = 16
  storage = 200
  backup { schedule = "0 3 * * *" }
}

database "sessions" "redis" {
  version = 7.2
  storage = 8
}

alert high_load {
  condition = "load > ${cores * 0.75}"
  notify    = { for team in ["web", "data"] : team => "${team}@${domain}" }
}
