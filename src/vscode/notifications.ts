// Notifications and progress.
import * as vscode from "vscode";
import { toDisplayLine, escapeLinks } from "../model/displayText.ts";
import { formatBytes } from "../model/formatBytes.ts";
import type { TransferRate } from "../model/transferRate.ts";
import type { ErrorHandler } from "./errorHandler.ts";

// Callers don't wait for a notification: it may stay open for as long as VS Code runs.

export interface NotificationButton {
  readonly label: string;
  readonly run: () => unknown;
}

type Severity = "information" | "warning" | "error";

function showMessage(
  severity: Severity,
  text: string,
  labels: readonly string[],
): Thenable<string | undefined> {
  switch (severity) {
    case "information":
      return vscode.window.showInformationMessage(text, ...labels);
    case "warning":
      return vscode.window.showWarningMessage(text, ...labels);
    case "error":
      return vscode.window.showErrorMessage(text, ...labels);
  }
}

export function showNotification(
  errorHandler: Pick<ErrorHandler, "runInBackground">,
  severity: Severity,
  text: string,
  ...buttons: readonly NotificationButton[]
): void {
  errorHandler.runInBackground("notification", async () => {
    const labels = buttons.map(({ label }) => label);
    const clicked = await showMessage(severity, escapeLinks(text), labels);
    await buttons.find(({ label }) => label === clicked)?.run();
  });
}

export interface ProgressUpdate {
  readonly message: string;
  /** Of the whole work. */
  readonly percent: number;
}

/** Shorter work needs no notification. Transfers, which know their progress, use `transferDelayMs`. */
const progressDelayMs = 1500;

/** VS Code renders links, commands included, and these texts contain names of files and artifacts. */
function toPlainText(text: string): string {
  return escapeLinks(toDisplayLine(text));
}

/** Runs cancellable work, and shows a notification with a Cancel button if it takes longer. */
export async function withProgress<T>(
  title: string,
  run: (signal: AbortSignal, report: (update: ProgressUpdate) => void) => Promise<T>,
  delayMs = progressDelayMs,
): Promise<T> {
  const controller = new AbortController();
  let latest: ProgressUpdate | undefined;
  let show: (update: ProgressUpdate) => void = () => undefined;
  const work = run(controller.signal, (update) => {
    latest = update;
    show(update);
  });
  const location = vscode.ProgressLocation.Notification;
  const options = { location, title: toPlainText(title), cancellable: true };
  const timer = setTimeout(() => {
    void vscode.window.withProgress(options, async (notification, token) => {
      token.onCancellationRequested(() => controller.abort());
      let reported = 0;
      show = ({ message, percent }) => {
        const increment = Math.max(0, percent - reported);
        reported += increment;
        notification.report({ message: toPlainText(message), increment });
      };
      if (latest !== undefined) show(latest);
      // The caller handles errors.
      await work.catch(() => undefined);
    });
  }, delayMs);
  return work.finally(() => clearTimeout(timer));
}

// Progress of an upload or download.

export interface TransferProgress {
  readonly bytes: number;
  readonly total: number;
  /** `undefined` until enough data is measured. */
  readonly pace: TransferRate | undefined;
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
export function transferProgressText({ bytes, total, pace }: TransferProgress): string {
  const [done, all] = [formatBytes(bytes, vscode.env.language), formatBytes(total, vscode.env.language)];
  if (pace === undefined) return vscode.l10n.t("{0} of {1}", done, all);
  const rate = formatBytes(pace.bytesPerSecond, vscode.env.language);
  return vscode.l10n.t("{0} of {1}, {2}/s, {3} left", done, all, rate, timeText(pace.secondsLeft));
}

const transferDelayMs = 400;

function getPercent({ bytes, total }: TransferProgress): number {
  return total === 0 ? 0 : (100 * bytes) / total;
}

export function withTransferProgress<T>(
  title: string,
  run: (signal: AbortSignal, report: (progress: TransferProgress) => void) => Promise<T>,
): Promise<T> {
  return withProgress(
    title,
    (signal, report) =>
      run(signal, (progress) =>
        report({ message: transferProgressText(progress), percent: getPercent(progress) }),
      ),
    transferDelayMs,
  );
}
