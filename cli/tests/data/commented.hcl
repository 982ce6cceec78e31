# The file.

# About all services.
service "web" { # the main one
  # About the check.
  check   "alive" {
      path="/" // any
    hosts = [
      "a", # first
    ]
  } // end
  # Last.
}
