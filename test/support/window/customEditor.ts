// Another extension beside ours whose custom editor VS Code picks for some file names: it renders what is in the file.
import { makeCompanion } from "./companion.ts";

export const customEditorType = "customEditorUnderTest.render";

const manifest = {
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
};

const program = `
import * as vscode from "vscode";

export function activate({ subscriptions }) {
  const render = async (document, { webview }) => {
    webview.options = { enableScripts: true };
    webview.html = document.getText();
  };
  subscriptions.push(
    vscode.window.registerCustomEditorProvider("${customEditorType}", { resolveCustomTextEditor: render }),
  );
}
`;

export function makeCustomEditor(): Promise<string> {
  return makeCompanion({ name: "custom-editor-under-test", manifest, program });
}
