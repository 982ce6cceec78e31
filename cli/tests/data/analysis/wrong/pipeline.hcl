task "build" {
  command = "${env.CC} ${step.compile.file}"
}

steps {
  compile = { file = "main.c" }
}
