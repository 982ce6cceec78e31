service = {
  web = { ports = [80, null] }
}
