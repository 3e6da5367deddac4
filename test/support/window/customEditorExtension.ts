// Another extension with a custom editor that VS Code uses for some file names: it renders the content of the file.
import { createTestExtension } from "./testExtension.ts";

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

export function createCustomEditorExtension(): Promise<string> {
  return createTestExtension({ name: "custom-editor-under-test", manifest, program });
}
