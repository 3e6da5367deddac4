import assert from "node:assert/strict";
import { formIn, kept, tab } from "../support/form.ts";
import { Lamps } from "../support/lamps.ts";
import { notification } from "../support/messages.ts";
import { assertSoon } from "../support/soon.ts";
import { treeText } from "../support/tree.ts";

for (const dialect of ["product", "documented"] as const) {
  describe(`from one artifact to the next (${dialect})`, () => {
    let lamps: Lamps;
    /** In the order of the tree. */
    let ids: readonly number[];

    before(async () => {
      lamps = await Lamps.open({ dialect });
      const lines = await treeText(lamps.window.page);
      ids = lines.flatMap((line) => {
        const id = Number(/#(\d+) Pier lamp/.exec(line)?.[1]);
        return lamps.ids.includes(id) ? [id] : [];
      });
    });
    after(() => lamps.close());

    function idAt(place: number): number {
      return ids.at(place) ?? assert.fail(`there is no row ${place}`);
    }

    /** Waits until just these are open, the last of which is in front, and has the focus. */
    async function areOpen(...open: readonly number[]): Promise<void> {
      await assertSoon(async () => {
        const titles = await lamps.window.page.locator(".tabs-container .tab").allTextContents();
        const numbers = titles.map((title) => Number(/#(\d+)/.exec(title)?.[1]));
        assert.deepEqual(numbers, open);
      });
      await tab(lamps.window, `#${open.at(-1)}`)
        .and(lamps.window.page.locator(".active"))
        .waitFor();
      await formIn(lamps.window).locator("artifact-field").first().waitFor();
      await lamps.window.page.waitForFunction(() => document.activeElement?.tagName === "IFRAME");
    }

    it("by keys, in the same tab, to the end of the list", async () => {
      await lamps.row(idAt(-2)).click();
      await areOpen(idAt(-2));
      await formIn(lamps.window).locator("artifact-field input").first().click();
      const { keyboard } = lamps.window.page;
      await keyboard.press("Alt+PageUp");
      await areOpen(idAt(-3));
      await keyboard.press("Alt+PageDown");
      await areOpen(idAt(-2));
      await keyboard.press("Alt+PageDown");
      await areOpen(idAt(-1));
      await keyboard.press("Alt+PageDown");
      await notification(lamps.window.page, "This is the last one of the list.").waitFor();
      await areOpen(idAt(-1));
    });

    it("by the buttons of the title bar; a form with something unsent in it stays", async () => {
      const place = formIn(lamps.window)
        .locator(`#field-${lamps.fieldId("place")} input`)
        .first();
      await place.fill("Breakwater");
      await kept(formIn(lamps.window));
      await lamps.window.screenshot(`next-${dialect}`);
      await lamps.window.page
        .locator(".editor-actions")
        .getByRole("button", { name: "Previous Artifact" })
        .click();
      await areOpen(idAt(-1), idAt(-2));
      await lamps.window.page
        .locator(".editor-actions")
        .getByRole("button", { name: "Previous Artifact" })
        .click();
      await areOpen(idAt(-1), idAt(-3));
    });
  });
}
