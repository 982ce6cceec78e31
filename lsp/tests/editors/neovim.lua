-- Drives Neovim as a person does: keys and commands go to a second Neovim, and what that one shows
-- is written to standard output. `config.lua` in the folder is its configuration.

local M = {}

local channel = vim.fn.jobstart(
  { "nvim", "--embed", "--headless", "-u", "../config.lua", "-i", "NONE", "-n" },
  { rpc = true }
)

-- Runs Lua in the editor.
local function lua(code, ...)
  return vim.rpcrequest(channel, "nvim_exec_lua", code, { ... })
end
M.lua = lua

function M.say(...)
  io.stdout:write(string.format(...), "\n")
end
local say = M.say

function M.title(...)
  say("\n== %s", string.format(...))
end

-- Waits for a condition that Lua in the editor states.
function M.wait(condition, ...)
  local arguments = { ... }
  local is_met = vim.wait(20000, function()
    return lua("return (" .. condition .. ") and true or false", unpack(arguments))
  end, 5)
  if not is_met then
    error("this did not happen: " .. condition .. "\n" .. lua("return vim.fn.execute('messages')"))
  end
end

-- Types keys.
function M.keys(text)
  vim.rpcrequest(channel, "nvim_input", text)
end

function M.command(text)
  vim.rpcrequest(channel, "nvim_command", text)
end

-- Opens a file, and waits for its diagnostics.
function M.open(name)
  M.command("edit " .. name)
  M.checked()
end

-- Puts the cursor before the text that a pattern finds.
function M.at(pattern)
  M.command("call cursor(1, 1)")
  local line = lua("return vim.fn.search(..., 'cW')", pattern)
  assert(line > 0, "there is no " .. pattern)
end

-- Waits until the server has checked the texts that the editor has.
function M.checked()
  M.wait("is_checked()")
end

-- Ends the insertion of text, and undoes it if told so.
function M.leave(undoes)
  M.keys("<Esc>")
  M.wait("vim.fn.mode() == 'n'")
  if undoes then
    M.command("undo")
  end
  M.checked()
end

-- Shows the line of the cursor.
function M.line()
  say("  | %s", lua("return vim.fn.getline('.')"))
end

-- Shows the places that the editor highlights, when it highlights the name at the cursor.
function M.highlights()
  local marks = [[vim.api.nvim_buf_get_extmarks(
    0, vim.api.nvim_create_namespace("vim_lsp_references"), 0, -1, { details = true }
  )]]
  M.command("lua vim.lsp.buf.document_highlight()")
  M.wait("#" .. marks .. " > 0")
  for _, mark in ipairs(lua("return " .. marks)) do
    local _, line, column, details = unpack(mark)
    local text = "return vim.api.nvim_buf_get_text(0, ...)[1]"
    local shown = lua(text, line, column, details.end_row, details.end_col, {})
    say("%d:%d `%s`", line + 1, column + 1, shown)
  end
end

-- Shows the text of the buffer, or of another one.
function M.text(name)
  local lines = lua("return vim.api.nvim_buf_get_lines(vim.fn.bufnr(...), 0, -1, true)", name or "%")
  for _, line in ipairs(lines) do
    say("  | %s", line)
  end
end

-- Shows the diagnostics that the editor has: their locations, messages, codes, and the text that
-- they underline.
function M.diagnostics()
  M.checked()
  -- New ones come after a pause.
  vim.wait(800)
  local found = lua([[
    local shown = {}
    for _, it in ipairs(vim.diagnostic.get(0)) do
      local lines = vim.api.nvim_buf_get_text(0, it.lnum, it.col, it.end_lnum, it.end_col, {})
      local severity = vim.diagnostic.severity[it.severity]
      local code = (it.user_data and it.user_data.lsp or {}).code or it.code
      table.insert(shown, string.format(
        "%03d:%03d %s[%s] `%s` %s", it.lnum + 1, it.col + 1, severity, code,
        table.concat(lines, "\\n"), it.message
      ))
    end
    table.sort(shown)
    return shown
  ]])
  if #found == 0 then
    say("no diagnostics")
  end
  for _, line in ipairs(found) do
    say("%s", (line:gsub("^0*(%d+):0*", "%1:"):gsub("\n", "\n    ")))
  end
end

-- Shows the text of the window that floats above the text.
function M.floating()
  M.wait("#floating() > 0")
  for _, line in ipairs(lua("return floating()")) do
    say("  | %s", line)
  end
end

-- Shows the menu of completions.
function M.completions(most)
  M.wait("vim.fn.pumvisible() == 1")
  local items = lua("return vim.fn.complete_info({ 'items' }).items")
  for number, item in ipairs(items) do
    if number <= (most or 20) then
      say("  %s", vim.trim(string.format("%-16s %-10s %s", item.abbr, item.kind, item.menu)))
    end
  end
  say("  %d completions", #items)
end

-- Shows the actions at the cursor, and applies one.
function M.action(number)
  lua("choice = ...; titles = nil", number)
  M.command("lua tick = vim.b.changedtick; vim.lsp.buf.code_action()")
  M.wait("titles and vim.b.changedtick > tick")
  for index, title in ipairs(lua("return titles")) do
    say("%s %s", index == number and "*" or " ", title)
  end
end

-- Shows the list of locations that a command makes.
function M.list(command)
  M.command("call setqflist([]) | call setloclist(0, []) | " .. command)
  M.wait("#locations() > 0")
  for _, line in ipairs(lua("return locations()")) do
    say("  %s", line)
  end
  M.command("cclose | lclose")
end

-- Shows the place of the cursor after a command moves it.
function M.jump(command)
  M.command("lua here = place()")
  M.command(command)
  M.wait("place() ~= here")
  say("%s -> %s", lua("return here"), lua("return place()"))
end

lua([[
  checked = {}
  local name = "textDocument/publishDiagnostics"
  local show = vim.lsp.handlers[name]
  vim.lsp.handlers[name] = function(problem, result, context, config)
    show(problem, result, context, config)
    checked[vim.uri_to_bufnr(result.uri)] = result.version
  end
  vim.ui.select = function(items, options, choose)
    titles = vim.tbl_map(options.format_item, items)
    choose(items[choice], choice)
  end
  function is_checked()
    local versions = vim.lsp.util.buf_versions
    for buffer, version in pairs(versions) do
      if checked[buffer] ~= version then
        return false
      end
    end
    return versions[vim.fn.bufnr()]
  end
  function floating()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= "" then
        return vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, true)
      end
    end
    return {}
  end
  function locations()
    local all = vim.fn.getqflist()
    vim.list_extend(all, vim.fn.getloclist(0))
    return vim.tbl_map(function(it)
      local file = vim.fn.fnamemodify(vim.fn.bufname(it.bufnr), ":.")
      return string.format("%s:%d:%d: %s", file, it.lnum, it.col, it.text)
    end, all)
  end
  function place()
    local line, column = unpack(vim.api.nvim_win_get_cursor(0))
    return string.format("%s:%d:%d", vim.fn.fnamemodify(vim.fn.bufname(), ":."), line, column + 1)
  end
  vim.o.hidden = true
]])

-- Ends the server and the editor.
function M.close()
  M.title("the end of the server")
  say("%d server", lua("return #vim.lsp.get_active_clients()"))
  M.command("lua vim.lsp.stop_client(vim.lsp.get_active_clients())")
  M.wait("#vim.lsp.get_active_clients() == 0")
  vim.fn.jobstop(channel)
end

return M
