import * as vscode from "vscode";

export interface EditorProxy {
  readonly proxy: string | undefined;
  readonly noProxy: readonly string[];
  readonly authorization: string | undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** The environment's variables are written in either case. */
function fromEnvironment(name: string): string | undefined {
  return text(process.env[name]) ?? text(process.env[name.toLowerCase()]);
}

/** How VS Code is set to reach an address: its own settings first, then the environment. */
export function proxySettings(address: string): EditorProxy {
  const http = vscode.workspace.getConfiguration("http");
  if (http.get("proxySupport") === "off") return { proxy: undefined, noProxy: [], authorization: undefined };
  const isEncrypted = address.startsWith("https:");
  const listed = http.get<unknown>("noProxy");
  const noProxy = Array.isArray(listed) ? listed.flatMap((rule) => text(rule) ?? []) : [];
  return {
    proxy: text(http.get("proxy")) ?? fromEnvironment(isEncrypted ? "HTTPS_PROXY" : "HTTP_PROXY"),
    noProxy: [...noProxy, ...(fromEnvironment("NO_PROXY")?.split(/[\s,]+/) ?? [])],
    authorization: text(http.get("proxyAuthorization")),
  };
}
