import assert from "node:assert/strict";
import { createBoardColumns } from "../../../src/model/board.ts";
import type { BoardState } from "../../../src/protocol/tableProtocol.ts";
import { createChoice, createTracker } from "../../support/fixtures/formBuilders.ts";
import type { BrowserPage } from "../../support/page/browserPage.ts";
import { openFormPage } from "../../support/page/formPage.ts";
import { sampleConflict, remoteForm } from "../../support/page/form/conflictSample.ts";
import { createBugForm } from "../../support/page/form/samples.ts";
import { createSettingsForm } from "../../support/page/form/svnSample.ts";
import { openTablePage } from "../../support/page/tablePage.ts";
import { createRow, createRows } from "../../support/page/table/samples.ts";

/** Returns the names of endless animations, also in shadow roots. */
function findEndlessAnimations({ page }: BrowserPage): Promise<readonly string[]> {
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

const saving = { state: { kind: "savingToServer" } } as const;

/** Each page in a state with a progress indicator. */
const busyPages = {
  "a form": async () => {
    const window = await openFormPage({ form: createBugForm(), draft: saving });
    return { window, animations: ["spin-infinite"] };
  },
  "a form that is loading": async () => {
    const window = await openFormPage({ form: createBugForm() });
    await window.host.callPage("showContent", { kind: "loading", text: "Loading…" });
    return { window, animations: ["spin-infinite"] };
  },
  "the conflict view": async () => {
    const window = await openFormPage({ form: remoteForm, conflict: sampleConflict, draft: saving });
    return { window, animations: ["spin-infinite"] };
  },
  "Subversion settings": async () => {
    const window = await openFormPage({ form: createSettingsForm(), draft: saving });
    return { window, animations: ["spin-infinite"] };
  },
  "a table": async () => {
    const window = await openTablePage({
      rows: createRows(20),
      state: { loadState: { kind: "loading", loadedCount: 20, totalCount: 200 } },
    });
    window.host.holdCalls("setCellValue");
    await window.pressKeys("s");
    await window.popup.getByRole("option", { name: "Verified", exact: true }).click();
    await window.page.locator(".is-pending").waitFor();
    return { window, animations: ["spin", "spin-infinite"] };
  },
};

describe("animations", () => {
  for (const [name, open] of Object.entries(busyPages)) {
    it(`of ${name} stop with reduced motion in the system or in VS Code`, async () => {
      const { window, animations } = await open();
      try {
        assert.deepEqual(await findEndlessAnimations(window), []);
        await window.page.emulateMedia({ reducedMotion: "no-preference" });
        assert.deepEqual(await findEndlessAnimations(window), animations);
        await window.page.evaluate(() => document.body.classList.add("vscode-reduce-motion"));
        assert.deepEqual(await findEndlessAnimations(window), []);
      } finally {
        await window.close();
      }
    });
  }

  it("of cards stop with reduced motion in the system or in VS Code", async () => {
    const tracker = createTracker([
      { id: 10, type: "sb", label: "Status", choices: [createChoice(1, { label: "New" })] },
    ]);
    const board: BoardState = {
      fields: [{ id: 10, label: "Status", isEditable: true }],
      layout: { columnFieldId: 10 },
      problem: undefined,
      columns: createBoardColumns(tracker, 10),
      allowedMoves: undefined,
      statusField: { id: 10, values: [{ id: 1, label: "New" }] },
      lanes: undefined,
      hasFixedColumns: false,
      rank: undefined,
    };
    const window = await openTablePage({ rows: [createRow(1)], board });
    try {
      const getDuration = (): Promise<string> =>
        window.getCard(1).evaluate((card) => getComputedStyle(card).transitionDuration);
      assert.equal(await getDuration(), "0s");
      await window.page.emulateMedia({ reducedMotion: "no-preference" });
      assert.equal(await getDuration(), "0.16s");
      await window.page.evaluate(() => document.body.classList.add("vscode-reduce-motion"));
      assert.equal(await getDuration(), "0s");
    } finally {
      await window.close();
    }
  });
});
