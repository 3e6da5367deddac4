// Notifications and progress. Nothing waits for a notification to be dismissed.
import * as vscode from "vscode";
import { oneLine, withoutLinks } from "../model/displayText.ts";
import { byteText } from "../model/byteText.ts";
import type { Pace } from "../model/pace.ts";
import type { Boundary } from "./errorHandler.ts";

// Notifications with buttons. No flow waits for one: it may stay on the screen for as long as VS Code runs.

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

export interface ProgressState {
  readonly message: string;
  /** Of all there is to do. */
  readonly percent: number;
}

/** What is over by then needs no notification; those who know how far it is have something to tell earlier. */
const patienceMs = 1500;

/** VS Code makes links of what looks like one, commands included: names of files and artifacts are in these texts. */
function plain(text: string): string {
  return withoutLinks(oneLine(text));
}

/** Runs something that can be called off; once it takes longer, a notification says so and offers to. */
export async function withProgress<T>(
  title: string,
  run: (signal: AbortSignal, report: (state: ProgressState) => void) => Promise<T>,
  patience = patienceMs,
): Promise<T> {
  const calledOff = new AbortController();
  let latest: ProgressState | undefined;
  let show: (state: ProgressState) => void = () => undefined;
  const running = run(calledOff.signal, (state) => {
    latest = state;
    show(state);
  });
  const location = vscode.ProgressLocation.Notification;
  const options = { location, title: plain(title), cancellable: true };
  const timer = setTimeout(() => {
    void vscode.window.withProgress(options, async (notification, token) => {
      token.onCancellationRequested(() => calledOff.abort());
      let shown = 0;
      show = ({ message, percent }) => {
        const increment = Math.max(0, percent - shown);
        shown += increment;
        notification.report({ message: plain(message), increment });
      };
      if (latest !== undefined) show(latest);
      // Whoever called is told what went wrong.
      await running.catch(() => undefined);
    });
  }, patience);
  return running.finally(() => clearTimeout(timer));
}

// Bytes on their way to the disk or to a server, as a notification that can call them off.

export interface TransferProgress {
  readonly bytes: number;
  readonly total: number;
  /** Undefined as long as too little is known. */
  readonly pace: Pace | undefined;
}

function timeText(seconds: number): string {
  const [amount, unit] = seconds < 90 ? [seconds, "second"] : [seconds / 60, "minute"];
  return new Intl.NumberFormat(vscode.env.language, {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: 0,
  }).format(Math.max(1, Math.round(amount)));
}

/** "12.4 MB of 64 MB, 8.1 MB/s, 6 sec left" */
export function transferText({ bytes, total, pace }: TransferProgress): string {
  const [done, all] = [byteText(bytes, vscode.env.language), byteText(total, vscode.env.language)];
  if (pace === undefined) return vscode.l10n.t("{0} of {1}", done, all);
  const rate = byteText(pace.rate, vscode.env.language);
  return vscode.l10n.t("{0} of {1}, {2}/s, {3} left", done, all, rate, timeText(pace.secondsLeft));
}

const transferPatienceMs = 400;

function percentOf({ bytes, total }: TransferProgress): number {
  return total === 0 ? 0 : (100 * bytes) / total;
}

export function withTransfer<T>(
  title: string,
  run: (signal: AbortSignal, report: (progress: TransferProgress) => void) => Promise<T>,
): Promise<T> {
  return withProgress(
    title,
    (signal, report) =>
      run(signal, (progress) => report({ message: transferText(progress), percent: percentOf(progress) })),
    transferPatienceMs,
  );
}
