variable "region" {}

locals {
  size = "small"
}

locals {
  tags = { Owner = "ops" }
}

# The front.
resource "aws_instance" "web" {
  ami   = "ami-1"
  count = 3
  tags  = local.tags

  ebs {
    size = 10
  }

  ebs {
    size = 20
  }
}

resource "aws_instance" "my db" {
  ami  = "ami-${var.region}"
  tags = { Name = "db", Owner = "data" }
}
