variables {
  domain = "example.org"
}

object {
  attr "region" {
    type     = string
    required = true
  }
  attr "hosts" {
    type = list(string)
  }
  block_map "service" {
    labels = ["name"]
    object {
      attr "port" {
        type     = number
        required = true
      }
      attr "url" {
        type = string
      }
    }
  }
}
