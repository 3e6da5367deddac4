import assert from "node:assert/strict";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { formIn, openArtifact } from "../support/window/form.ts";
import { pickItem, quickInput } from "../support/window/quickInput.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { expandRow, treeRow, welcome } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

describe("the first minutes", () => {
  let window: VSCodeWindow;

  before(async () => {
    window = await openWindow();
  });
  after(() => window.close());

  it("begin with a walkthrough, whose steps say what to do and do it", async () => {
    const { page } = window;
    // In a narrow window VS Code leaves out what stands beside the steps.
    await page.setViewportSize({ width: 1700, height: 900 });
    await window.showViews();
    await welcome(page).first().waitFor();
    await window.runCommand("Welcome: Open Walkthrough...");
    await pickItem(page, "First Steps with Artifacts for Tuleap");
    const steps = page.locator(".getting-started-step");
    const beside = page.frameLocator("iframe.webview").last().frameLocator("#active-frame");
    for (const [title, button, heading] of [
      ["Link a commit", "Start Work on Artifact", "From artifact to branch to commit"],
      ["Change an artifact", "Go to Artifact", "Type first, worry never"],
      ["Find what needs you", "Search Artifacts", "Two views in the side bar"],
      ["Connect to your server", "Connect to a Site", "What you need"],
    ] as const) {
      const step = steps.filter({ hasText: title });
      if (!((await step.getAttribute("class")) ?? "").includes("expanded")) await step.click();
      await step.getByRole("button", { name: button }).waitFor();
      // VS Code shows it when it has read it, also after somebody has gone on.
      await beside.getByText(heading).waitFor();
    }
    assert.equal(await steps.count(), 4);
    const connect = page.getByRole("button", { name: "Connect to a Site" }).last();
    await window.pictures("walkthrough");
    await connect.click();
    await quickInput(page).waitFor();
    await page.keyboard.press("Escape");
  });
});

describe("a window at twice the size", () => {
  let server: Simulator;
  let window: VSCodeWindow;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    window = await openWindow({ settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] } });
    await signInWithKey(window, server.accounts.member.accessKey, server.accounts.member.realName);
  });
  after(async () => {
    await window.close();
    await server.close();
  });

  it("has tree and form side by side, and all of the form in its tab", async () => {
    const { page } = window;
    await expandRow(treeRow(page, "Open Tides"));
    await openArtifact(window, 1);
    // As a browser does it: half as many pixels of style in each direction, and all else as it was.
    const size = page.viewportSize() ?? { width: 1280, height: 800 };
    await page.setViewportSize({ width: size.width / 2, height: size.height / 2 });
    await treeRow(page, "Open Tides").waitFor();
    await formIn(window).locator("h1").waitFor();
    await window.pictures("zoom-window");
    const overflow = await formIn(window)
      .locator("html")
      .evaluate((root) => root.scrollWidth - root.clientWidth);
    assert.equal(overflow, 0);
    await page.setViewportSize(size);
  });
});
