import { answer, pickItem, quickInput, quickInputSaying } from "./quickInput.ts";
import { treeRow } from "./tree.ts";
import type { VSCodeWindow } from "./window.ts";

/** Signs in with an access key, as a person does, to the only site there is. */
export async function signInWithKey(window: VSCodeWindow, key: string, name: string): Promise<void> {
  await window.runCommand("Artifacts: Sign In…");
  await pickItem(window.page, "Sign in with an access key");
  await quickInputSaying(window.page, "shown there only once");
  await answer(window.page, key);
  await quickInput(window.page).waitFor({ state: "hidden" });
  await window.showViews();
  await treeRow(window.page, "Demo").getByText(name).waitFor();
}
