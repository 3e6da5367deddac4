import * as vscode from "vscode";
import { pageFrame, type PageParts } from "./pageFrame.ts";

export function pageHtml(webview: vscode.Webview, extensionUri: vscode.Uri, page: PageParts): string {
  return pageFrame({
    page,
    language: vscode.env.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    source: webview.cspSource,
    nonce: Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
      byte.toString(16).padStart(2, "0"),
    ).join(""),
    address: (...path) => webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString(),
  });
}
