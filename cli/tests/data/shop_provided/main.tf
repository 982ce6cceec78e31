variable "size" {
  type = number
}

provider "cloud" {
  regoin = "eu"
}

resource "cloud_server" "web" {
  image = "debian"
  tags  = { team = var.size }
  count = 2

  disk {
    size = "big"
  }
}

resource "cloud_server" "other" {
  imag = data.cloud_image.base.id
}

resource "unknown_thing" "any" {
  anything = 1
}
