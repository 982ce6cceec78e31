// The scopes of the grammar.

const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const oniguruma = require("vscode-oniguruma");
const { INITIAL, Registry, parseRawGrammar } = require("vscode-textmate");

const file = path.join(__dirname, "..", "syntaxes", "hcl.tmLanguage.json");

async function grammar() {
  const wasm = path.join(path.dirname(require.resolve("vscode-oniguruma/package.json")), "release", "onig.wasm");
  await oniguruma.loadWASM(fs.readFileSync(wasm).buffer);
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => parseRawGrammar(fs.readFileSync(file, "utf8"), file),
  });
  return registry.loadGrammar("source.hcl");
}

/** Returns the words of a text with the innermost scope of each, without the end of its name. */
function scopes(loaded, text) {
  const found = [];
  let stack = INITIAL;
  for (const line of text.split("\n")) {
    const result = loaded.tokenizeLine(line, stack);
    for (const token of result.tokens) {
      const word = line.slice(token.startIndex, token.endIndex).trim();
      const scope = token.scopes[token.scopes.length - 1].replace(/\.hcl$/, "");
      if (word && scope !== "source") {
        found.push([word, scope]);
      }
    }
    stack = result.ruleStack;
  }
  return found;
}

test("the parts of a text have their scopes", async () => {
  const loaded = await grammar();
  for (const [text, expected] of [
    ["# a\n// b\n/* c */", ["comment.line.number-sign", "comment.line.double-slash", "comment.block"]],
    ["service \"web\" {\n  port = 80\n}", ["entity.name.type", "string.quoted.double", "variable.other.property", "constant.numeric"]],
    ["a { b = true }", ["entity.name.type", "variable.other.property", "constant.language"]],
    ["a = upper(var.b)", ["variable.other.property", "entity.name.function", "variable.other.readwrite", "variable.other.member"]],
    ["a = { b = 1, c : 2 }", ["variable.other.property", "variable.other.property", "constant.numeric", "variable.other.property", "constant.numeric"]],
    ["a = [for b in c : b if b != null]", ["variable.other.property", "keyword.control", "variable.other.readwrite", "keyword.control", "variable.other.readwrite", "variable.other.readwrite", "keyword.control", "variable.other.readwrite", "constant.language"]],
    ["a = <<-EOT\n  b ${c}\nEOT\nd = 1", ["variable.other.property", "keyword.control.heredoc", "string.unquoted.heredoc", "variable.other.readwrite", "keyword.control.heredoc", "variable.other.property", "constant.numeric"]],
  ]) {
    const isShown = ([, scope]) => !/^(punctuation|keyword\.operator|meta)/.test(scope);
    // The parts of a string have its scope.
    const found = scopes(loaded, text).filter(isShown).map(([, scope]) => scope);
    const distinct = found.filter((scope, at) => !(scope.startsWith("comment") || scope.startsWith("string")) || scope !== found[at - 1]);
    assert.deepStrictEqual(distinct, expected, text);
  }
  const inString = scopes(loaded, 'a = "b\\n${c.d}%{ if e }f%{ endif }"');
  const words = (wanted) => inString.filter(([, scope]) => scope === wanted).map(([word]) => word);
  assert.deepStrictEqual(words("constant.character.escape"), ["\\n"]);
  assert.deepStrictEqual(words("variable.other.readwrite"), ["c", "e"]);
  assert.deepStrictEqual(words("keyword.control"), ["if", "endif"]);
});
