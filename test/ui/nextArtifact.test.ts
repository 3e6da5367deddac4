import assert from "node:assert/strict";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { formIn, kept, tab } from "../support/window/form.ts";
import { Lamps } from "../support/fixtures/triageFixture.ts";
import { notification } from "../support/window/messages.ts";
import { assertSoon } from "../support/wait.ts";
import { artifactRows, expandRow, foldMyWork, treeRow, treeText } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

describe("from one artifact to the next", () => {
  let lamps: Lamps;
  /** In the order of the tree. */
  let ids: readonly number[];

  before(async () => {
    lamps = await Lamps.open({ dialect: "product" });
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
    await lamps.window.pictures("next");
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

describe("from one artifact to the next, where the list goes on", () => {
  let server: Simulator;
  let window: VSCodeWindow;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    const query = { name: "All bugs", site: server.url, tracker: 11, openOnly: false };
    window = await openWindow({
      settings: {
        "artifacts.sites": [{ url: server.url, label: "Demo" }],
        "artifacts.queries": [query],
      },
    });
  });
  after(async () => {
    await window.close();
    await server.close();
  });

  it("reads on", async () => {
    const { page } = window;
    const inFront = page.locator(".tabs-container .tab.active");
    const idInFront = async (): Promise<number> =>
      Number(/#(\d+)/.exec((await inFront.textContent()) ?? "")?.[1]);
    const listings = (): number =>
      server.requests.filter(({ path }) => path.includes("/trackers/11/artifacts")).length;
    await window.showViews();
    await expandRow(treeRow(page, "All bugs"));
    await artifactRows(page).first().waitFor();
    // The tree is drawn again then, as drafts would stand in it.
    await foldMyWork(page);
    // From the end of the tree up to the last row that was read.
    await treeRow(page, "All bugs").click({ modifiers: ["ControlOrMeta"] });
    await page.keyboard.press("End");
    const focused = artifactRows(page).and(page.locator(".focused"));
    while ((await focused.count()) === 0) await page.keyboard.press("ArrowUp");
    const last = Number(/#(\d+)/.exec(await focused.innerText())?.[1]);
    await focused.click();
    await formIn(window).locator("artifact-field").first().waitFor();
    assert.equal(await idInFront(), last);
    const asked = listings();
    await formIn(window).locator(".origin").first().click();
    await page.keyboard.press("Alt+PageDown");
    await assertSoon(async () => assert.notEqual(await idInFront(), last));
    assert.ok((await idInFront()) < last);
    assert.ok(listings() > asked);
    assert.equal(await notification(page, "This is the last one of the list.").count(), 0);
  });
});
