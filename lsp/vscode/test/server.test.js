// The server with the client library, without an editor. `HCL_SERVER` is the program.

const assert = require("node:assert");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const test = require("node:test");
const { pathToFileURL } = require("node:url");
const { createProtocolConnection, StreamMessageReader, StreamMessageWriter } = require("vscode-languageserver-protocol/node");

const manifest = require("../package.json");

/** Returns the settings of package.json, in the form of the answer to a request for them. */
function defaults() {
  const settings = {};
  for (const [name, { default: value }] of Object.entries(manifest.contributes.configuration.properties)) {
    settings[name.replace(/^hcl\./, "")] = value;
  }
  return settings;
}

test("the server follows documents and settings", { skip: !process.env.HCL_SERVER }, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "hcl-"));
  fs.writeFileSync(path.join(folder, "app.json"), '{"properties": {"port": {"type": "number"}}, "additionalProperties": false}');
  const server = spawn(process.env.HCL_SERVER, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  const connection = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  let settings = defaults();
  const published = new Map();
  const waiting = [];
  connection.onRequest("workspace/configuration", ({ items }) => items.map(({ section }) => (section === "hcl" ? settings : null)));
  connection.onRequest("client/registerCapability", () => null);
  connection.onNotification("textDocument/publishDiagnostics", ({ uri, diagnostics }) => {
    published.set(uri, diagnostics);
    waiting.splice(0).forEach((check) => check());
  });
  /** Waits until the messages of the diagnostics of a document are the expected ones. */
  const until = (uri, isExpected) =>
    new Promise((resolve) => {
      const check = () => {
        const found = published.get(uri)?.map(({ message }) => message);
        found && isExpected(found) ? resolve() : waiting.push(check);
      };
      check();
    });
  const none = ({ length }) => length === 0;
  connection.listen();
  const { capabilities } = await connection.sendRequest("initialize", {
    processId: process.pid,
    rootUri: null,
    workspaceFolders: [{ uri: pathToFileURL(folder).href, name: "test" }],
    capabilities: { workspace: { configuration: true, didChangeConfiguration: { dynamicRegistration: true } } },
  });
  assert.deepStrictEqual(capabilities.completionProvider.triggerCharacters, [".", '"', "["]);
  await connection.sendNotification("initialized", {});
  const open = (name, languageId, text) => {
    const uri = pathToFileURL(path.join(folder, name)).href;
    connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
    return uri;
  };
  for (const { id, extensions } of manifest.contributes.languages) {
    for (const extension of extensions) {
      const uri = open(`broken${extension}`, id, "a = [1 2]\n");
      await until(uri, ({ length }) => length > 0);
      connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
    }
  }
  const uri = open("main.hcl", "hcl", "prot = 80\n");
  await until(uri, none);
  settings = { ...settings, schemas: { "app.json": "main.hcl" } };
  connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
  const message = 'Unexpected attribute: No attribute named "prot" is expected here. Did you mean "port"?';
  await until(uri, (found) => found.length === 1 && found[0] === message);
  settings = defaults();
  connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
  await until(uri, none);
  await connection.sendRequest("shutdown");
  const ended = new Promise((resolve) => server.on("exit", resolve));
  await connection.sendNotification("exit");
  assert.strictEqual(await ended, 0);
});
