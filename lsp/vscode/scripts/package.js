// Makes the package for one system, with the program of the server in it:
// npm run package -- TARGET PROGRAM, such as: npm run package -- linux-x64 ../../target/release/hcl
//
// Without arguments, the package has no program, and is for all systems.

const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");

const { PROGRAM } = require("../program");

/** The targets of vsce, and the ending of a program there. */
const TARGETS = { "linux-x64": "", "darwin-arm64": "", "win32-x64": ".exe" };

const root = path.join(__dirname, "..");
const [target, program] = process.argv.slice(2);
const args = [require.resolve("@vscode/vsce/vsce"), "package", "--allow-missing-repository"];

fs.rmSync(path.join(root, "bin"), { recursive: true, force: true });
if (target === undefined) {
  args.push("--out", "extension.vsix");
} else {
  if (!(target in TARGETS) || program === undefined) {
    console.error(`usage: npm run package -- TARGET PROGRAM, where TARGET is ${Object.keys(TARGETS).join(", ")}`);
    process.exit(1);
  }
  const file = path.join(root, "bin", target, PROGRAM + TARGETS[target]);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.copyFileSync(program, file);
  fs.chmodSync(file, 0o755);
  args.push("--target", target, "--out", `extension-${target}.vsix`);
}
execFileSync(process.execPath, args, { cwd: root, stdio: "inherit" });
