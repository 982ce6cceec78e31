regoin = "eu"

service "😀" {
  tags = ["😀" "façade" "x", 1 +]; port = "x"
}

service "web" {
  port = 80
  protocol = "htps"
}
