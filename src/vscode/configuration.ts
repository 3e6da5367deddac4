import * as vscode from "vscode";

interface EditorProxy {
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

type Scope = "user" | "workspace";

/** A list that both a person and a workspace may set; unlike what VS Code makes of it, neither hides the other. */
export function scopedSetting(name: string): {
  read(scope: Scope): unknown;
  write(scope: Scope, value: readonly unknown[]): Promise<void>;
} {
  return {
    read(scope) {
      const values = vscode.workspace.getConfiguration().inspect(name);
      return scope === "user" ? values?.globalValue : values?.workspaceValue;
    },
    async write(scope, value) {
      const { Global, Workspace } = vscode.ConfigurationTarget;
      const target = scope === "user" ? Global : Workspace;
      await vscode.workspace.getConfiguration().update(name, value.length === 0 ? undefined : value, target);
    },
  };
}

/** A list in the person's own settings. What a workspace says under the same name is never looked at. */
export function userSetting(name: string): {
  read(): readonly unknown[];
  write(value: readonly unknown[]): Promise<void>;
} {
  return {
    read() {
      const value: unknown = vscode.workspace.getConfiguration().inspect(name)?.globalValue;
      return Array.isArray(value) ? value : [];
    },
    async write(value) {
      await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
    },
  };
}
