variable region {
type = "string" # the region
  default="eu"
}
