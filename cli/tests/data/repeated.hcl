tags = { Name = "a", Name = "b" }
