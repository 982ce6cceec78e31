run "names" {
  command = plan
  assert {
    condition     = output.names == ["shop-eu-0"]
    error_message = "The name is wrong."
  }
}
