import * as vscode from "vscode";
import { oneLine, withoutLinks } from "../model/displayText.ts";

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
