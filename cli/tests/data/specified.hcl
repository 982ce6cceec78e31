listen {
  prot = 80
}
region = ["eu"]
zone   = "a"
