import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { formIn, tab } from "../support/window/form.ts";
import { quickInput, quickInputSaying } from "../support/window/quickInput.ts";
import { openQueryTable, TableTab } from "../support/window/table.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";
import { GitStage } from "../unit/store/commits/gitStage.ts";

const bugs = 11;

describe("work begins", () => {
  let stage: GitStage;
  let server: Simulator;
  let window: VSCodeWindow;
  let id: number;

  before(async () => {
    stage = await GitStage.open();
    const repository = stage.repository("pier");
    repository.commit("First");
    server = await startSimulator({ dialect: "product" });
    const queries = [{ name: "All bugs", site: server.url, tracker: bugs }];
    window = await openWindow({
      folder: repository.folder,
      settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }], "artifacts.queries": queries },
    });
  });
  after(async () => {
    await window.close();
    await server.close();
    await stage.close();
  });

  async function isAsked(): Promise<void> {
    await quickInputSaying(window.page, `Start Work on #${id}`);
    await window.page.keyboard.press("Escape");
    await quickInput(window.page).waitFor({ state: "hidden" });
  }

  it("from a row of the table", async () => {
    const table = new TableTab(window);
    await openQueryTable(window, "All bugs");
    const row = table.rows.first();
    id = Number(/#(\d+)/.exec(await row.innerText())?.[1]);
    await row.click({ button: "right" });
    await table.options.filter({ hasText: "Start Work…" }).click();
    await isAsked();
    await row.locator(".open-link").first().click();
  });

  it("from the form in front: by its title and by the palette", async () => {
    await tab(window, `#${id}`).waitFor();
    await formIn(window).locator("artifact-field").first().waitFor();
    await window.page.waitForFunction(() => document.activeElement?.tagName === "IFRAME");
    const { page } = window;
    await page
      .locator(".editor-actions")
      .getByRole("button", { name: /More Actions/ })
      .click();
    await page
      .locator(".monaco-menu:visible")
      .getByRole("menuitem", { name: "Start Work on Artifact…" })
      .hover();
    await page.keyboard.press("Enter");
    await isAsked();
    await window.runCommand("Artifacts: Start Work on Artifact…");
    await isAsked();
  });
});
