// Bytes on their way to the disk or to a server, as a notification that can call them off.
import * as vscode from "vscode";
import { byteText } from "../model/byteText.ts";
import type { Pace } from "../model/pace.ts";
import { withProgress } from "./progress.ts";

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

const patienceMs = 400;

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
    patienceMs,
  );
}
