import { submitInput, pickItem, getQuickInput, waitForQuickInput } from "./quickInput.ts";
import { getTreeRow } from "./tree.ts";
import type { VSCodeWindow } from "./window.ts";

/** Signs in with an access key to the only site, as a user does. */
export async function signInWithKey(window: VSCodeWindow, key: string, name: string): Promise<void> {
  await window.runCommand("Artifacts: Sign In…");
  await pickItem(window.page, "Sign in with an access key");
  await waitForQuickInput(window.page, "The key is shown only once");
  await submitInput(window.page, key);
  await getQuickInput(window.page).waitFor({ state: "hidden" });
  await window.showViews();
  await getTreeRow(window.page, "Demo").getByText(name).waitFor();
}
