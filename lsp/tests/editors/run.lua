-- Runs the session in the file that the environment variable SESSION names.

local folder = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h")
local is_done, problem = xpcall(function()
  local nvim = dofile(folder .. "/neovim.lua")
  dofile(vim.env.SESSION)(nvim)
  nvim.close()
end, debug.traceback)
if not is_done then
  io.stderr:write(problem, "\n")
end
io.stdout:flush()
vim.cmd(is_done and "qall!" or "cquit!")
