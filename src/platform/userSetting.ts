import * as vscode from "vscode";

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
