servers = {
  blue  = { port = 8080 }
  green = { port = 8081, size = "large" }
}
