import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { formIn, tab } from "../support/window/form.ts";
import { answer, pickItem, quickInput, quickInputSaying } from "../support/window/quickInput.ts";
import { artifactRows, expandRow, treeRow } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

describe("the window in French", () => {
  let server: Simulator;
  let window: VSCodeWindow;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    window = await openWindow({
      language: "fr",
      settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] },
    });
  });
  after(async () => {
    await window.close();
    await server.close();
  });

  function page(): Locator {
    return formIn(window).locator("body");
  }

  it("signs in, and shows the tree, the form and the table", async () => {
    const { accessKey, realName } = server.accounts.member;
    await window.runCommand("Artéfacts: Se connecter…");
    await pickItem(window.page, "Se connecter avec une clé d’accès");
    await quickInputSaying(window.page, "Clé d’accès");
    await answer(window.page, accessKey);
    await quickInput(window.page).waitFor({ state: "hidden" });
    await window.showViews();
    await treeRow(window.page, "Demo").getByText(realName).waitFor();
    await treeRow(window.page, "Tous les projets").waitFor();
    await expandRow(treeRow(window.page, "Open Tides"));
    await expandRow(treeRow(window.page, "Bugs"));
    await artifactRows(window.page).first().waitFor();
    await window.pictures("french-tree");
    await artifactRows(window.page).first().click();
    await page().getByText("Activité", { exact: true }).waitFor();
    await page().getByRole("button", { name: "Enregistrer", exact: true }).waitFor();
    await window.pictures("french-form");
    await treeRow(window.page, "Bugs").click({ button: "right" });
    await window.page
      .locator(".monaco-menu:visible .action-label")
      .getByText("Ouvrir sous forme de tableau", { exact: true })
      .hover();
    await window.page.keyboard.press("Enter");
    await tab(window, "Bugs").waitFor();
    await page().getByRole("button", { name: "Colonnes" }).waitFor();
    await window.pictures("french-table");
  });

  it("describes its settings", async () => {
    await window.runCommand("Preferences: Open Settings (UI)");
    await window.page.keyboard.type("@ext:artifacts-for-tuleap.artifacts-for-tuleap");
    await window.page.locator(".settings-editor").getByText("Artéfacts").first().waitFor();
    await window.pictures("french-settings");
  });
});
