locals {
  prefix = "${terraform.workspace}-${basename(abspath(path.module))}"
  tags   = { team = "platform" }
}

resource "cloud_server" "web" {
  for_each = var.servers
  name     = "${local.prefix}-${each.key}"
  size     = each.value.size
  tags     = merge(local.tags, { port = tostring(each.value.port) })
  startup  = templatefile("${path.module}/startup.tftpl", { port = each.value.port })

  dynamic "disk" {
    for_each = each.value.size == "large" ? [100, 200] : [50]
    content {
      gigabytes = disk.value
    }
  }
}

resource "cloud_record" "web" {
  count   = var.replicas
  name    = "web-${count.index}"
  targets = [for server in cloud_server.web : server.address]

  lifecycle {
    create_before_destroy = true
  }
}

resource "cloud_database" "main" {
  password = var.password
  size     = "small"
}
