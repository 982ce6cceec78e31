const fs = require("node:fs");
const path = require("node:path");

/** The name of the program. */
exports.PROGRAM = "hcl";

/** Returns the path of the program in the folder of the extension, if it has one for this system. */
exports.bundled = (folder) => {
  const file = process.platform === "win32" ? `${exports.PROGRAM}.exe` : exports.PROGRAM;
  const bundled = path.join(folder, "bin", `${process.platform}-${process.arch}`, file);
  return fs.existsSync(bundled) ? bundled : undefined;
};
