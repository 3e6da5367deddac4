// What axe finds in a page that keeps people from using it.
import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";

/** Each rule that is broken in a way that matters, with the places where it is. */
export async function barriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(
    "axe.run(document, { resultTypes: ['violations'] })",
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary = "" }) => `${target.join(" ")} ${failureSummary}`).join("; ")}`,
    );
}
