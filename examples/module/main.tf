resource "aws_subnet" "zone" {
  count             = local.count
  availability_zone = "${var.region}${var.zones[count.index]}"
  tags              = merge(local.tags, { owner = data.aws_caller_identity.me.arn })
}

resource "aws_instance" "web" {
  for_each   = { for subnet in aws_subnet.zone : subnet.id => subnet }
  subnet_id  = each.value.id
  depends_on = [aws_internet_gateway.main]

  lifecycle {
    ignore_changes = [tags]
  }
}

resource "aws_internet_gateway" "main" {}

data "aws_caller_identity" "me" {}
