a = "👍" b

service {
  a = [1,
