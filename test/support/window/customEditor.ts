// Another extension beside ours whose custom editor VS Code picks for some file names: it renders what is in the file.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../ending.ts";

export const customEditorType = "customEditorUnderTest.render";

const manifest = {
  name: "custom-editor-under-test",
  publisher: "artifacts-for-tuleap",
  version: "0.0.1",
  engines: { vscode: "^1.112.0" },
  main: "./main.cjs",
  contributes: {
    customEditors: [
      {
        viewType: customEditorType,
        displayName: "Rendered",
        priority: "default",
        selector: [{ filenamePattern: "*.{svg,html,rendered,rendered.png,rendered.json}" }],
      },
    ],
  },
  capabilities: { virtualWorkspaces: true, untrustedWorkspaces: { supported: true } },
};

const program = `
const vscode = require("vscode");
exports.activate = ({ subscriptions }) => {
  const render = async (document, { webview }) => {
    webview.options = { enableScripts: true };
    webview.html = document.getText();
  };
  subscriptions.push(
    vscode.window.registerCustomEditorProvider("${customEditorType}", { resolveCustomTextEditor: render }),
  );
};
`;

/** The folder of such an extension. */
export async function makeCustomEditor(): Promise<string> {
  const { publisher, name, version } = manifest;
  const folder = join(temporaryFolder(), `${publisher}.${name}-${version}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  await writeFile(join(folder, "main.cjs"), program);
  return folder;
}
