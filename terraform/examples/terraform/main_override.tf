resource "cloud_database" "main" {
  size = "large"
}
