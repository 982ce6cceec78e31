// The packages for each system, which have the program.

const assert = require("node:assert");
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");

const root = path.join(__dirname, "..");

/** Runs the script, and returns the package that it makes. */
function made(name, ...args) {
  execFileSync(process.execPath, [path.join(root, "scripts", "package.js"), ...args], { stdio: "pipe" });
  const content = fs.readFileSync(path.join(root, name), "latin1");
  fs.rmSync(path.join(root, name));
  return content;
}

test("a package for a system has its program", () => {
  for (const [target, file] of [["linux-x64", "hcl"], ["darwin-arm64", "hcl"], ["win32-x64", "hcl.exe"]]) {
    // The names of the files of an archive are not compressed.
    const content = made(`extension-${target}.vsix`, target, __filename);
    assert.ok(content.includes(`extension/bin/${target}/${file}`), target);
    assert.ok(!content.includes("extension/scripts/"), target);
  }
  assert.ok(!made("extension.vsix").includes("extension/bin/"));
});
