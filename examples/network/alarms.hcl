alarm "latency" {
  minutes = 2 * alarm.errors.minutes
  notify  = local.contacts
}

alarm "errors" {
  minutes = local.is_production ? 1 : 5
  notify  = concat(alarm.latency.notify, ["support@${local.root_domain}"])
}
