region = "eu"

service "web" {
  prt      = 80
  protocol = "htps"
}
