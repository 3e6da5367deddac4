import assert from "node:assert/strict";
import type { FrameLocator, Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { assertEventually } from "../support/wait.ts";
import { getForm, getTab } from "../support/window/form.ts";
import { getNotification, pressButton } from "../support/window/messages.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { expandRow, getTreeRow, runRowCommand } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

interface WireValue {
  readonly field_id: number;
  readonly label: string;
  readonly values?: readonly { readonly label: string }[];
  readonly bind_value_ids?: readonly number[];
}

for (const dialect of ["product", "documented"] as const) {
  describe(`a board on the ${dialect} dialect`, () => {
    let server: Simulator;
    let window: VSCodeWindow;

    before(async () => {
      server = await startSimulator({ dialect });
      window = await openWindow({
        settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] },
        secrets: "stored",
      });
      const { admin } = server.accounts;
      await signInWithKey(window, admin.accessKey, dialect === "product" ? admin.realName : "signed in");
      await expandRow(getTreeRow(window.page, "Open Tides"));
      await runRowCommand(getTreeRow(window.page, "Bugs"), "Open as Board");
      await getTab(window, "Bugs").waitFor();
    });
    after(async () => {
      await window.close();
      await server.close();
    });

    const getPage = (): FrameLocator => getForm(window);
    const getColumns = (): Locator => getPage().locator(".column");
    const getCards = (column: string): Locator =>
      getPage()
        .locator(".card")
        .filter({ has: getPage().locator(".card-column").getByText(column, { exact: true }) });

    async function getId(card: Locator): Promise<number> {
      return Number((await card.locator(".card-id").innerText()).slice(1));
    }

    async function fetchValues(id: number): Promise<readonly WireValue[]> {
      const headers = { "X-Auth-AccessKey": server.accounts.admin.accessKey, Accept: "application/json" };
      const response = await fetch(`${server.url}/api/artifacts/${id}`, { headers });
      return ((await response.json()) as { readonly values: readonly WireValue[] }).values;
    }

    async function fetchValue(id: number, field = "Status"): Promise<string | undefined> {
      const values = await fetchValues(id);
      return values.find(({ label }) => label === field)?.values?.[0]?.label;
    }

    async function waitForColumn(id: number, column: string): Promise<void> {
      const label = getPage().locator(`#card-${id} .card-column`).getByText(column, { exact: true });
      await label.waitFor({ state: "attached" });
    }

    async function drag(card: Locator, column: string): Promise<void> {
      const { mouse } = window.page;
      // Waits until the card has stopped gliding.
      await card.hover({ position: { x: 30, y: 30 } });
      const from = await card.boundingBox();
      const to = await getColumns().filter({ hasText: column }).boundingBox();
      assert.ok(from !== null && to !== null);
      await mouse.down();
      await mouse.move(from.x + 50, from.y + 40);
      await mouse.move(to.x + to.width / 2, from.y + 40, { steps: 8 });
      await mouse.up();
    }

    if (dialect === "documented") {
      it("asks for the field of the columns", async () => {
        await getPage().getByLabel("Columns").selectOption({ label: "Status" });
        await getCards("New").first().waitFor();
      });
    }

    it("shows open artifacts in the columns of their status", async () => {
      await getCards("New").first().waitFor();
      await getPage()
        .getByText(/loaded \d/)
        .waitFor();
      const labels = await getColumns().locator("bdi").allInnerTexts();
      assert.ok(labels.includes("New"), labels.join());
      await window.screenshot(`board-${dialect}`);
    });

    it("moves a card by dragging, and back by Undo", async () => {
      const card = getCards("New").first();
      const id = await getId(card);
      const target = (await getColumns().locator("bdi").allInnerTexts())[1] ?? "";
      await drag(card, target);
      await assertEventually(async () => assert.equal(await fetchValue(id), target));
      await waitForColumn(id, target);
      await getPage().locator(".board-cards").focus();
      await window.page.keyboard.press("ControlOrMeta+z");
      await assertEventually(async () => assert.equal(await fetchValue(id), "New"));
      await waitForColumn(id, "New");
    });

    it("puts a card back that someone else has changed, and moves it if the user insists", async () => {
      const card = getCards("New").first();
      const id = await getId(card);
      const target = (await getColumns().locator("bdi").allInnerTexts())[1] ?? "";
      server.clock.advance(60_000);
      server.updateArtifact(id, {
        by: server.accounts.member,
        values: [],
        comment: { body: "I'm on it.", format: "text" },
      });
      await drag(card, target);
      const notification = getNotification(window.page, "was changed by someone else, so it wasn't moved");
      await notification.waitFor();
      await waitForColumn(id, "New");
      assert.equal(await fetchValue(id), "New");
      await pressButton(notification, "Move Anyway");
      await assertEventually(async () => assert.equal(await fetchValue(id), target));
      await waitForColumn(id, target);
    });

    it("shows what others have moved when the board is visible again", async () => {
      const card = getCards("New").first();
      const id = await getId(card);
      const target = (await getColumns().locator("bdi").allInnerTexts())[1] ?? "";
      const example = (await fetchValues(await getId(getCards(target).first()))).find(
        ({ label }) => label === "Status",
      );
      assert.ok(example !== undefined);
      await window.runCommand("File: New Untitled Text File");
      await getTab(window, "Untitled-1").waitFor();
      server.clock.advance(60_000);
      const { field_id, bind_value_ids = [] } = example;
      server.updateArtifact(id, { by: server.accounts.member, values: [{ field_id, bind_value_ids }] });
      await getTab(window, "Bugs").click();
      await waitForColumn(id, target);
    });

    it("has the columns of another list and swimlanes, also after a reload", async () => {
      await getPage().getByLabel("Columns").selectOption({ label: "Severity" });
      await getCards("Critical").first().waitFor();
      const card = getCards("Critical").first();
      const id = await getId(card);
      const labels = await getColumns().locator("bdi").allInnerTexts();
      const neighbor = labels[labels.indexOf("Critical") - 1] ?? "";
      await drag(card, neighbor);
      await assertEventually(async () => assert.equal(await fetchValue(id, "Severity"), neighbor));
      await getPage().getByLabel("Swimlanes").selectOption({ label: "Status" });
      await getPage().locator(".lane-title", { hasText: "New" }).waitFor();
      await window.screenshot(`board-lanes-${dialect}`);
      await window.reload();
      await getPage().locator(".lane-title", { hasText: "New" }).waitFor();
      await getCards("Critical").first().waitFor();
    });

    it("opens a form beside it by keyboard", async () => {
      await getCards("Critical").first().click();
      await window.page.keyboard.press("Enter");
      await window.page.locator(".editor-group-container").nth(1).locator(".tab").first().waitFor();
      await getPage().locator(".board").waitFor();
    });
  });
}
