variable "zone" {
  description = "x"
}
resource "a" "b" {
  size = 1
}
