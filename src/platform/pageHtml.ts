import * as vscode from "vscode";
import { pageFrame } from "./pageFrame.ts";

export function pageHtml(webview: vscode.Webview, extensionUri: vscode.Uri): string {
  return pageFrame({
    language: vscode.env.language,
    source: webview.cspSource,
    nonce: Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
      byte.toString(16).padStart(2, "0"),
    ).join(""),
    address: (...path) => webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString(),
  });
}
