region = "eu"

service "web" {
  port     = 80 + 8000
  protocol = "https"
  tags     = ["😀", "façade"]
}
