data "a" "x" {
  id = step.compile.id
}

step "compile" {
  id = data.a.x.id
}

moved {
  from = data.a.x
}

count = "${data.a.x.id} ${step.compile.id}"
