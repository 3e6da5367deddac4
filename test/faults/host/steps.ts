// Steps shared by several scenarios.
import assert from "node:assert/strict";
import { waitUntil } from "../../support/wait.ts";
import type { ExtensionFixture } from "./extensionFixture.ts";
import type { WebviewSpy } from "./webviewSpy.ts";

/** A request times out after half a minute, and the check of its outcome likewise. */
const commandTimeoutMs = 75_000;

/** Commands always end and show failures as messages instead of throwing. */
export async function withTimeout(running: Thenable<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("The command does not end.")), commandTimeoutMs);
  });
  try {
    return await Promise.race([running, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function getShownKinds({ receivedCalls }: WebviewSpy): readonly string[] {
  return receivedCalls.flatMap(({ method, params }) =>
    method === "showContent" ? [(params as { readonly kind: string }).kind] : [],
  );
}

export function isFormShown(page: WebviewSpy): boolean {
  return getShownKinds(page).includes("form");
}

/** A form, or the message shown instead of it. */
export function isAnythingShown(page: WebviewSpy): boolean {
  return getShownKinds(page).some((kind) => kind !== "loading");
}

const maxSaveAttempts = 4;

/** Saves the active form with the fault and then without it, until the server has the token. */
export async function saveUntilStored(
  fixture: ExtensionFixture,
  token: string,
  isStored: () => Promise<boolean>,
): Promise<void> {
  await withTimeout(fixture.runCommand("saveForm"));
  fixture.clearFaults();
  if (!(await isStored())) {
    await waitUntil("the draft is still on disk", () => fixture.isDraftOnDisk(token));
  }
  for (let attempt = 0; attempt < maxSaveAttempts && !(await isStored()); attempt += 1) {
    // As the notice offers, after a change was rejected for lack of permission.
    if (attempt > 0) await withTimeout(fixture.runCommand("refreshForm"));
    await withTimeout(fixture.runCommand("saveForm"));
  }
  assert.ok(await isStored(), `the form can't be saved: ${fixture.driver.messages.join(" | ")}`);
}
