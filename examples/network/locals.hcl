# The values are in the order in which people look for them. Each may use all others.

locals {
  # What is created.
  summary      = "${local.prefix}: ${local.subnet_count} subnets, ${local.replica_count} replicas at most"
  subnets      = concat(local.public_subnets, local.private_subnets)
  firewall     = [for rule in local.rules : rule if rule.allow]
  targets      = { for name, service in var.services : name => "${local.hosts[name]}:${service.port}" }
  alarms       = local.is_production ? local.strict_alarms : local.relaxed_alarms
  backup       = { keep = local.backup_days, window = local.backup_window, vault = local.vault }
  endpoint     = "https://${local.hosts["api"]}/"
  dashboard    = "${local.console}/dashboards/${local.prefix}"
  subnet_count = length(local.subnets)

  # Names.
  prefix  = "${local.project}-${local.stage}"
  project = lower(var.project)
  stage   = lower(var.stage)
  vault   = "${local.prefix}-vault-${local.suffix}"
  bucket  = "${local.prefix}-logs-${local.suffix}"
  suffix  = local.region_code
  console = "https://${var.region}.console.${local.root_domain}"
}

locals {
  # Network.
  network         = "10.${local.network_number}.0.0/16"
  network_number  = local.is_production ? 10 : 20
  gateway         = "10.${local.network_number}.0.1"
  zones           = [for letter in local.zone_letters : "${var.region}${letter}"]
  zone_letters    = [for index, letter in local.all_letters : letter if index < var.zone_count]
  all_letters     = ["a", "b", "c", "d"]
  public_subnets  = [for index, zone in local.zones : merge(local.public, { zone = zone, number = index })]
  private_subnets = [for index, zone in local.zones : merge(local.private, { zone = zone, number = 100 + index })]
  public          = { tier = "public", network = local.network }
  private         = { tier = "private", network = local.network }
  first_subnet    = local.subnets[0]
  routes          = { for subnet in local.subnets : "${subnet.tier}-${subnet.number}" => local.gateway }

  # Domains.
  root_domain = "example.org"
  domain      = local.is_production ? local.root_domain : "${local.stage}.${local.root_domain}"
  hosts       = { for name in local.names : name => "${name}.${local.domain}" }
  certificate = { domain = local.domain, others = [for name, host in local.hosts : host] }

  # Region.
  region_parts = split("-", var.region)
  region_code  = "${local.region_parts[0]}${local.region_parts[2]}"
  is_european  = local.region_parts[0] == "eu"
}

locals {
  # Services.
  names         = [for name, service in var.services : name]
  public_names  = [for name, service in var.services : name if service.public]
  ports         = [for name, service in var.services : service.port]
  replicas      = { for name, service in var.services : name => local.is_production ? 2 * service.replicas : service.replicas }
  replica_count = max(values(local.replicas)...)
  rules         = [for name, service in var.services : { port = service.port, allow = contains(local.public_names, name) }]

  # Operation.
  is_production  = local.stage == "prod"
  log_level      = local.is_production ? "warn" : "debug"
  strict_alarms  = { for name in local.names : name => { minutes = 1, notify = local.contacts } }
  relaxed_alarms = { for name in local.public_names : name => { minutes = 15, notify = local.contacts } }
  contacts       = ["${var.owner}@${local.root_domain}"]
  backup_days    = local.is_production ? 30 : local.is_european ? 14 : 7
  backup_window  = "0${length(local.names)}:00"
  tags           = merge(local.base_tags, { bucket = local.bucket, level = local.log_level })
  base_tags      = { project = local.project, stage = local.stage, owner = var.owner, region = var.region }
}
