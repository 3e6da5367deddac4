import * as vscode from "vscode";

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
