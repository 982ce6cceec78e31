region = "eu"

subnet "a" "front" {
  cidr   = "10.0.${1 + 1}.0/24"
  public = true
}

subnet "b" "back" {
  cidr = "10.0.3.0/24"
}
