object {
  attr "region" {
    type     = string
    required = true
  }
  attr "tags" {
    type = map(string)
  }
}
