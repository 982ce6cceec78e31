const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const { PROGRAM, bundled } = require("./program");

/** The section of the settings. */
const SECTION = "hcl";

/** The languages of package.json, and the files in HCL JSON. */
const DOCUMENTS = [
  { language: "hcl" },
  { language: "terraform" },
  { language: "terraform-vars" },
  { language: "json", pattern: "**/*.{hcl,tf,tofu,tfvars,nomad}.json" },
];

let client;

/** Returns the program: that of the settings, the bundled one, or the one in the PATH. */
function program(context) {
  const own = workspace.getConfiguration(SECTION).get("server.path");
  return own || bundled(context.extensionPath) || PROGRAM;
}

exports.activate = (context) => {
  client = new LanguageClient(
    SECTION,
    "HCL",
    { command: program(context), args: ["lsp"] },
    { documentSelector: DOCUMENTS, synchronize: { configurationSection: SECTION } },
  );
  context.subscriptions.push(client);
  return client.start();
};

exports.deactivate = () => client?.stop();
