image = "web:1"
ports = [80, 443]
ratio = 0.5

labels = {
  owner = "ops"
}

listen {
  port = 2 * 40
}
