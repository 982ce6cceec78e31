// The address of the site.
output "url" {
  value = "https://${local.host}/"
}

locals {
  host = "${local.name}.${var.domain}"
  name = upper(var.name) # shown
  port = local.sizes["web"] + 8000
}

resource "dns_record" "site" {
  for_each = local.sizes
  name     = "${each.key}.${local.host}"
}
