import type * as vscode from "vscode";
import type { Boundary } from "../platform/boundary.ts";

/** For what VS Code asks while people read and type: nobody waits for an error there, so it goes to the log. */
export async function quietly<T>(
  boundary: Pick<Boundary, "note">,
  what: string,
  token: vscode.CancellationToken,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const controller = new AbortController();
  const listening = token.onCancellationRequested(() => controller.abort());
  try {
    return await work(controller.signal);
  } catch (thrown) {
    if (!token.isCancellationRequested) boundary.note(what, thrown);
    return undefined;
  } finally {
    listening.dispose();
  }
}
