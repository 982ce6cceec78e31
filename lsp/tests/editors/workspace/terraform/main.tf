locals {
  name = upper("😀-${var.region}")
}

resource "aws_instance" "web" {
  ami  = data.aws_ami.ubuntu.id
  tags = { Größe = "😀", Name = local.name, Region = var.region }
}

data "aws_ami" "ubuntu" {
  most_recent = true
}

output "id" {
  value = aws_instance.web.idd + var.regoin
}
