output "names" {
  value = [for server in cloud_server.web : server.name]
}

output "records" {
  value = cloud_record.web[*].id
}

output "database" {
  value = cloud_database.main
}
