import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { getForm, getTab } from "../support/window/form.ts";
import { submitInput, pickItem, getQuickInput, waitForQuickInput } from "../support/window/quickInput.ts";
import { retryUntilVisible } from "../support/window/retry.ts";
import { expandRows, getArtifactRows, getTreeRow, runRowCommand } from "../support/window/tree.ts";
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

  function getPageBody(): Locator {
    return getForm(window).locator("body");
  }

  it("shows sign-in, tree, form and table", async () => {
    const { accessKey, realName } = server.accounts.member;
    await window.runCommand("Artéfacts: Se connecter…");
    await pickItem(window.page, "Se connecter avec une clé d’accès");
    await waitForQuickInput(window.page, "Entrez votre clé d’accès");
    await submitInput(window.page, accessKey);
    await getQuickInput(window.page).waitFor({ state: "hidden" });
    await window.showViews();
    await getTreeRow(window.page, "Demo").getByText(realName).waitFor();
    await getTreeRow(window.page, "Tous les projets").waitFor();
    await expandRows(window.page, "Open Tides", "Bugs");
    await getArtifactRows(window.page).first().waitFor();
    await window.screenshotThemes("french-tree");
    await getArtifactRows(window.page).first().click();
    await getPageBody().getByText("Activité", { exact: true }).waitFor();
    await getPageBody().getByRole("button", { name: "Enregistrer", exact: true }).waitFor();
    await window.screenshotThemes("french-form");
    await runRowCommand(getTreeRow(window.page, "Bugs"), "Ouvrir en tant que tableau");
    await getTab(window, "Bugs").waitFor();
    await getPageBody().getByRole("button", { name: "Colonnes" }).waitFor();
    await window.screenshotThemes("french-table");
  });

  it("shows the settings", async () => {
    await window.runCommand("Preferences: Open Settings (UI)");
    const settings = window.page.locator(".settings-editor");
    // Keys that come before the search box has the focus are lost.
    await retryUntilVisible(settings.getByText("Artéfacts").first(), async () => {
      await settings.locator(".search-container .monaco-editor").click();
      await window.page.keyboard.press("ControlOrMeta+A");
      await window.page.keyboard.type("@ext:artifacts-for-tuleap.artifacts-for-tuleap");
    });
    await window.screenshotThemes("french-settings");
  });
});
