// What several journeys have in common.
import assert from "node:assert/strict";
import { until } from "../../support/wait.ts";
import type { Office } from "./office.ts";
import type { TappedPage } from "./tappedPage.ts";

/** Servers that never answer are given up after half a minute, and looked at once more. */
const patienceMs = 75_000;

/** A command ends, whatever came of it: what went wrong is shown, and never thrown at who ran it. */
export async function attempt(running: Thenable<unknown>): Promise<unknown> {
  let impatience: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    impatience = setTimeout(() => reject(new Error("The command comes to no end.")), patienceMs);
  });
  try {
    return await Promise.race([running, late]);
  } finally {
    clearTimeout(impatience);
  }
}

function shownKinds({ heard }: TappedPage): readonly string[] {
  return heard.flatMap(({ method, params }) =>
    method === "show" ? [(params as { readonly kind: string }).kind] : [],
  );
}

export function formIsThere(page: TappedPage): boolean {
  return shownKinds(page).includes("form");
}

/** A form, or why there is none. */
export function somethingIsShown(page: TappedPage): boolean {
  return shownKinds(page).some((kind) => kind !== "loading");
}

const mostTries = 4;

/** Saves the form in front while something goes wrong, and again when all is well, until the server has it. */
export async function saveUntilThere(
  office: Office,
  token: string,
  isThere: () => Promise<boolean>,
): Promise<void> {
  await attempt(office.run("saveForm"));
  office.heal();
  if (!(await isThere())) {
    await until("what was typed is on disk still", () => office.isOnDisk(token));
  }
  for (let tries = 0; tries < mostTries && !(await isThere()); tries += 1) {
    await attempt(office.run("saveForm"));
  }
  assert.ok(await isThere(), `it can't be saved: ${office.driver.said.join(" | ")}`);
}
