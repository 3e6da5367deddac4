import assert from "node:assert/strict";
import type { BrowserPage } from "../../support/page/browserPage.ts";
import { openFormPage } from "../../support/page/formPage.ts";
import { meeting, theirs } from "../../support/page/form/conflictSample.ts";
import { bugForm } from "../../support/page/form/samples.ts";
import { settingsForm } from "../../support/page/form/svnSample.ts";
import { openTablePage } from "../../support/page/tablePage.ts";
import { manyRows } from "../../support/page/table/samples.ts";

/** What moves without end, inside of elements too. */
function endless({ page }: BrowserPage): Promise<readonly string[]> {
  return page.evaluate(() => {
    const roots: (Document | ShadowRoot)[] = [document];
    for (const root of roots) {
      for (const { shadowRoot } of root.querySelectorAll("*")) {
        if (shadowRoot !== null) roots.push(shadowRoot);
      }
    }
    return roots
      .flatMap((root) => root.getAnimations())
      .filter(({ effect }) => effect?.getComputedTiming().iterations === Infinity)
      .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : "another"))
      .toSorted();
  });
}

const sending = { state: { kind: "sending" } } as const;

/** Each page in the moments in which something turns. */
const busyPages = {
  "a form": async () => {
    const window = await openFormPage({ form: bugForm(), draft: sending });
    return { window, turning: ["spin-infinite"] };
  },
  "a form that is being read": async () => {
    const window = await openFormPage({ form: bugForm() });
    await window.host.tell("show", { kind: "loading", text: "Reading…" });
    return { window, turning: ["spin-infinite"] };
  },
  "the choices of a conflict": async () => {
    const window = await openFormPage({ form: theirs, meeting, draft: sending });
    return { window, turning: ["spin-infinite"] };
  },
  "the settings of a repository": async () => {
    const window = await openFormPage({ form: settingsForm(), draft: sending });
    return { window, turning: ["spin-infinite"] };
  },
  "a table": async () => {
    const window = await openTablePage({
      rows: manyRows(20),
      state: { reading: { kind: "reading", read: 20, size: 200 } },
    });
    window.host.hold("set");
    await window.press("s");
    await window.popup.getByRole("option", { name: "Verified", exact: true }).click();
    await window.page.locator(".is-pending").waitFor();
    return { window, turning: ["spin-infinite", "turn"] };
  },
};

describe("motion", () => {
  for (const [name, open] of Object.entries(busyPages)) {
    it(`of ${name} ends where somebody wants none, in the system or in VS Code`, async () => {
      const { window, turning } = await open();
      try {
        assert.deepEqual(await endless(window), []);
        await window.page.emulateMedia({ reducedMotion: "no-preference" });
        assert.deepEqual(await endless(window), turning);
        await window.page.evaluate(() => document.body.classList.add("vscode-reduce-motion"));
        assert.deepEqual(await endless(window), []);
      } finally {
        await window.close();
      }
    });
  }
});
