job {
  start = <<EOT
${
join(" ", [
"run",
name,
])
}
EOT
retries = 3
}
