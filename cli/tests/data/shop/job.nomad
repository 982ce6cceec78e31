job "web" {
  count = 
}
