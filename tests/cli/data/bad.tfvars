cidr = other
