-- A session with the server of an application, the example `myapp`, in Neovim.

return function(nvim)
  local title, keys = nvim.title, nvim.keys

  title("mistakes by the type of the application")
  nvim.open("myapp/app.hcl")
  nvim.diagnostics()

  title("the correction of a name")
  nvim.at("prt")
  nvim.action(1)
  nvim.line()

  title("completion of the values of an enum")
  nvim.at("htps")
  keys("ci\"<C-x><C-o>")
  nvim.completions()
  keys("<C-n><C-y>")
  nvim.leave()
  nvim.line()
  nvim.diagnostics()

  title("hover on an attribute")
  nvim.at("port")
  nvim.command("lua vim.lsp.buf.hover()")
  nvim.floating()

  title("an attribute that is required is deleted")
  nvim.command("global/port/delete")
  nvim.diagnostics()
end
