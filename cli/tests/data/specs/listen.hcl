block_list {
  block_type = "listen"
  attr {
    name = "port"
    type = number
  }
}
