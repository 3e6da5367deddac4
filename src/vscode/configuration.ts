import * as vscode from "vscode";

interface EditorProxySettings {
  readonly proxy: string | undefined;
  readonly noProxy: readonly string[];
  readonly authorization: string | undefined;
}

function toNonEmptyText(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** Environment variables are written in upper or lower case. */
function readEnvironment(name: string): string | undefined {
  return toNonEmptyText(process.env[name]) ?? toNonEmptyText(process.env[name.toLowerCase()]);
}

/** The proxy settings of VS Code for a URL, then those of the environment. */
export function readProxySettings(url: string): EditorProxySettings {
  const http = vscode.workspace.getConfiguration("http");
  if (http.get("proxySupport") === "off") return { proxy: undefined, noProxy: [], authorization: undefined };
  const isEncrypted = url.startsWith("https:");
  const noProxySetting = http.get<unknown>("noProxy");
  const noProxy = Array.isArray(noProxySetting)
    ? noProxySetting.flatMap((rule) => toNonEmptyText(rule) ?? [])
    : [];
  return {
    proxy: toNonEmptyText(http.get("proxy")) ?? readEnvironment(isEncrypted ? "HTTPS_PROXY" : "HTTP_PROXY"),
    noProxy: [...noProxy, ...(readEnvironment("NO_PROXY")?.split(/[\s,]+/) ?? [])],
    authorization: toNonEmptyText(http.get("proxyAuthorization")),
  };
}

type SettingScope = "user" | "workspace";

/** A list in User and Workspace Settings. Unlike in VS Code, neither scope hides the other. */
export function createScopedListSetting(name: string): {
  read(scope: SettingScope): unknown;
  write(scope: SettingScope, value: readonly unknown[]): Promise<void>;
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

/** A list in User Settings. Workspace Settings are ignored. */
export function createUserListSetting(name: string): {
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
