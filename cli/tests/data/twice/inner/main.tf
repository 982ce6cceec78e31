output "a" {
  value = "inner"
}
