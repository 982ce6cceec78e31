resource "cloud_server" "web" {
  size = "large"
}
