zone    = string
servers = list(object({ nam = string, ports = list(number) }))
