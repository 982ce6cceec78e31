resource "a" "b" {
  size = 2
}
