//! Generated texts for measurements, of any size.

/// Returns a text in the form of Terraform modules: blocks with labels, references, calls,
/// templates, a heredoc.
pub fn terraform(bytes: usize) -> String {
    repeat(bytes, |text, n| {
        *text += &format!(
            r#"
# The service number {n}.
resource "aws_instance" "web_{n}" {{
  ami           = data.aws_ami.ubuntu.id
  instance_type = var.instance_type
  count         = var.enabled ? 1 : 0
  subnet_id     = element(module.vpc.private_subnets, count.index)

  tags = merge(var.tags, {{
    Name        = "${{var.prefix}}-web-{n}"
    Environment = "production"
    Index       = {n}
  }})

  lifecycle {{
    create_before_destroy = true
    ignore_changes        = [ami, tags["Name"]]
  }}

  user_data = <<-EOT
    #!/bin/bash
    echo "hello ${{var.name}}" > /tmp/x
    systemctl restart nginx
  EOT
}}
"#
        );
    })
}

/// Returns a text in the form of configurations of services: literals in blocks.
pub fn service(bytes: usize) -> String {
    repeat(bytes, |text, n| {
        *text += &format!(
            r#"
service "api_{n}" {{
  image    = "registry.example.org/api:2.{n}"
  port     = {}
  replicas = 3
  enabled  = true
  hosts    = ["a.example.org", "b.example.org", "c.example.org"]

  env = {{
    LOG_LEVEL = "info"
    REGION    = "eu-central-1"
  }}

  check "http" {{
    path     = "/healthz"
    interval = 10
    timeout  = 2.5
  }}
}}
"#,
            8000 + n % 1000
        );
    })
}

/// Returns a text in the form of Terraform modules, but without variables and functions, so that it
/// can be evaluated.
pub fn constants(bytes: usize) -> String {
    repeat(bytes, |text, n| {
        *text += &format!(
            r#"
# The service number {n}.
resource "aws_instance" "web_{n}" {{
  ami           = "ami-0c55b159cbfafe1f0"
  instance_type = "t3.${{true ? "micro" : "large"}}"
  count         = {n} > 10 && !false ? 1 : 2
  volume_size   = 8 * 1024 + {n}

  tags = {{
    Name        = "production-web-{n}"
    Environment = "production"
    Ports       = [for port in [80, 443] : port + 8000]
  }}

  lifecycle {{
    create_before_destroy = true
    timeouts              = [10, 2.5, 60 * 5]
  }}

  user_data = <<-EOT
    #!/bin/bash
    echo "hello from ${{{n} + 1}}" > /tmp/x
    systemctl restart nginx
  EOT
}}
"#
        );
    })
}

/// Returns operators, conditionals, calls and `for` expressions.
pub fn expressions(bytes: usize) -> String {
    repeat(bytes, |text, n| {
        *text += &format!(
            "v{n} = (a.b[{n}] + 2 * x % 7 - -y) >= 10 && !done || f(a, b.*.c, [1, 2, {n}]...) == \"k${{n}}\" ? \
             {{ for k, v in items : upper(k) => v.size / 1.5 if v.on }} : [for i in range(10) : i * i if i != {n}]\n"
        );
    })
}

fn repeat(bytes: usize, mut add: impl FnMut(&mut String, usize)) -> String {
    let mut text = String::with_capacity(bytes + 2000);
    let mut n = 0;
    while text.len() < bytes {
        add(&mut text, n);
        n += 1;
    }
    text
}
