import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { assertEventually } from "../support/wait.ts";
import {
  expandRows,
  collapseMyWork,
  getArtifactRows,
  pressViewButton,
  readHoverText,
} from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

describe("rows of artifacts", () => {
  let server: Simulator;
  let window: VSCodeWindow;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    window = await openWindow({
      settings: {
        "artifacts.sites": [{ url: server.url, label: "Demo" }],
        "artifacts.assigneeInitials": true,
      },
    });
    const { member } = server.accounts;
    await signInWithKey(window, member.accessKey, member.realName);
    await expandRows(window.page, "Open Tides", "Bugs");
    await getArtifactRows(window.page, "tree").first().waitFor();
  });
  after(async () => {
    await window.close();
    await server.close();
  });

  const getSideBar = (): Locator => window.page.locator(".part.sidebar");

  async function getWidth(): Promise<number> {
    return (await getSideBar().boundingBox())?.width ?? assert.fail("the side bar is hidden");
  }

  /** Drags the edge of the side bar. */
  async function setWidth(width: number): Promise<void> {
    const box = (await getSideBar().boundingBox()) ?? assert.fail("the side bar is hidden");
    const [edge, middle] = [box.x + box.width, box.y + box.height / 2];
    await window.page.mouse.move(edge, middle);
    await window.page.mouse.down();
    await window.page.mouse.move(box.x + width, middle, { steps: 5 });
    await window.page.mouse.up();
    await window.page.mouse.move(900, 400);
  }

  /** Whether an element is inside the visible part of the side bar. */
  async function isInside(element: Locator): Promise<boolean> {
    const [side, box] = [await getSideBar().boundingBox(), await element.boundingBox()];
    return side !== null && box !== null && box.width > 0 && box.x + box.width <= side.x + side.width;
  }

  for (const [name, width] of [
    ["narrow", 200],
    ["wide", 420],
  ] as const) {
    it(`show status and initials in a ${name} side bar`, async () => {
      await setWidth(width);
      await assertEventually(async () => assert.ok(Math.abs((await getWidth()) - width) < 30));
      const row = getArtifactRows(window.page, "tree").first();
      const icon = row.locator(".custom-view-tree-node-item-icon");
      assert.ok(await isInside(icon), "the icon is visible");
      assert.match((await icon.getAttribute("class")) ?? "", /codicon-issues/);
      assert.match((await row.getAttribute("aria-label")) ?? "", /, open/);
      const withInitials = row
        .page()
        .locator(".sidebar .monaco-icon-label[class*=monaco-decoration-itemBadge]");
      await withInitials.first().waitFor();
      const badge = await withInitials
        .first()
        .evaluate((element) => getComputedStyle(element, "::after").content);
      assert.match(badge, /^"\p{Lu}{1,2}\+?"$/u);
      await window.screenshotThemes(`tree-rows-${name}`);
    });
  }

  it("show closed artifacts with another icon, and the status in words in the hover", async () => {
    await collapseMyWork(window.page);
    await pressViewButton(window.page, "Projects", "Show Closed Artifacts");
    const closed = getArtifactRows(window.page, "tree").filter({
      has: window.page.locator(".custom-view-tree-node-item-icon.codicon-pass"),
    });
    await closed.first().waitFor();
    // The hover of the button would be read instead.
    await window.page.mouse.move(900, 400);
    await window.page.locator(".workbench-hover:visible").waitFor({ state: "hidden" });
    assert.match((await closed.first().getAttribute("aria-label")) ?? "", /, closed/);
    await window.screenshotThemes("tree-rows-closed");
    assert.match(await readHoverText(closed.first()), /Status:\s.+\s\(closed\)/);
  });
});
