locals {
  # In no particular order: each may use the others.
  tags  = { name = local.name, zones = local.count }
  count = length(var.zones)
  name  = "web-${local.site}"
}

locals {
  site = upper(var.region)
}
