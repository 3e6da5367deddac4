// Notifications with buttons. No flow waits for one: it may stay on the screen for as long as VS Code runs.
import * as vscode from "vscode";
import { withoutLinks } from "../model/displayText.ts";
import type { Boundary } from "./boundary.ts";

export interface NotificationButton {
  readonly label: string;
  readonly run: () => unknown;
}

type Severity = "information" | "warning" | "error";

function show(severity: Severity, text: string, labels: readonly string[]): Thenable<string | undefined> {
  switch (severity) {
    case "information":
      return vscode.window.showInformationMessage(text, ...labels);
    case "warning":
      return vscode.window.showWarningMessage(text, ...labels);
    case "error":
      return vscode.window.showErrorMessage(text, ...labels);
  }
}

export function notify(
  boundary: Pick<Boundary, "start">,
  severity: Severity,
  text: string,
  ...buttons: readonly NotificationButton[]
): void {
  boundary.start("notification", async () => {
    const labels = buttons.map(({ label }) => label);
    const pressed = await show(severity, withoutLinks(text), labels);
    await buttons.find(({ label }) => label === pressed)?.run();
  });
}
