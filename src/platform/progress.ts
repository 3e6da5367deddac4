import * as vscode from "vscode";

/** What is over by then needs no notification. */
const patienceMs = 1500;

/** Runs something that can be called off; once it takes longer, a notification says so and offers to. */
export async function withProgress<T>(title: string, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const calledOff = new AbortController();
  const running = run(calledOff.signal);
  const timer = setTimeout(() => {
    void vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      async (_progress, token) => {
        token.onCancellationRequested(() => calledOff.abort());
        await running.then(
          () => undefined,
          () => undefined,
        );
      },
    );
  }, patienceMs);
  return running.finally(() => clearTimeout(timer));
}
