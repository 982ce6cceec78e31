locals {
  a = nope
  b = local.a
  c = [local.a, local.b]
}

d = local.c
