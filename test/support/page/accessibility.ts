// Finds accessibility problems with axe.
import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";

/** Returns violated rules with serious or critical impact, with their elements. */
export async function findAccessibilityProblems(page: Page): Promise<readonly string[]> {
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
