name = "web"
port 80
count = 1 +
service "a" {
