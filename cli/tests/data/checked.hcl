region = "${zone}-1"
hosts  = [for server in servers : "${server.name}.${domain}"]

service "web" {
  prot = 80
  url  = "https://${domain}:${80 + "a"}"
}
