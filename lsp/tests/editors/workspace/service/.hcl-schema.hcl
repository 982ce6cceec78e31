object {
  attr "region" {
    type        = string
    required    = true
    description = "The region that the services run in."
  }
  block_map "service" {
    labels      = ["name"]
    description = "A program that runs."
    object {
      attr "port" {
        type        = number
        required    = true
        description = "The port that the service listens on."
      }
      attr "protocol" {
        type        = string
        values      = ["http", "https"]
        description = "The protocol of requests."
      }
      attr "tags" {
        type = list(string)
      }
    }
  }
}
