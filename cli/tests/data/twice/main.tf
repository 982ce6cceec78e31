output "a" {
  value = "twice"
}
