resource "bucket" "logs" {
  name = "logs" # fixed
  tags = merge(var.tags, {
    Name = "logs" // kept
  })
}
