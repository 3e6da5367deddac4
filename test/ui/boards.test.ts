import assert from "node:assert/strict";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { assertEventually } from "../support/wait.ts";
import { BoardTab } from "../support/window/board.ts";
import { getTab } from "../support/window/form.ts";
import { getNotification, pressButton } from "../support/window/messages.ts";
import { submitInput, waitForQuickInput, dismissQuickInput } from "../support/window/quickInput.ts";
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
    let board: BoardTab;

    before(async () => {
      server = await startSimulator({ dialect });
      window = await openWindow({
        settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] },
        secrets: "stored",
      });
      board = new BoardTab(window);
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

    async function fetchValues(id: number): Promise<readonly WireValue[]> {
      const headers = { "X-Auth-AccessKey": server.accounts.admin.accessKey, Accept: "application/json" };
      const response = await fetch(`${server.url}/api/artifacts/${id}`, { headers });
      return ((await response.json()) as { readonly values: readonly WireValue[] }).values;
    }

    async function fetchValue(id: number, field = "Status"): Promise<string | undefined> {
      const values = await fetchValues(id);
      return values.find(({ label }) => label === field)?.values?.[0]?.label;
    }

    if (dialect === "documented") {
      it("asks for the field of the columns", async () => {
        await board.page.getByLabel("Columns").selectOption({ label: "Status" });
        await board.getCards("New").first().waitFor();
      });
    }

    it("shows open artifacts in the columns of their status", async () => {
      await board.getCards("New").first().waitFor();
      await board.waitUntilLoaded();
      const labels = await board.getColumnLabels();
      assert.ok(labels.includes("New"), labels.join());
      await window.screenshot(`board-${dialect}`);
    });

    it("moves a card by dragging, and back by Undo", async () => {
      const card = board.getCards("New").first();
      const id = await board.getId(card);
      const target = (await board.getColumnLabels())[1] ?? "";
      await board.drag(card, { column: target });
      await assertEventually(async () => assert.equal(await fetchValue(id), target));
      await board.waitForColumn(id, target);
      await board.page.locator(".board-cards").focus();
      await window.page.keyboard.press("ControlOrMeta+z");
      await assertEventually(async () => assert.equal(await fetchValue(id), "New"));
      await board.waitForColumn(id, "New");
    });

    it("puts a card back that someone else has changed, and moves it if the user insists", async () => {
      const card = board.getCards("New").first();
      const id = await board.getId(card);
      const target = (await board.getColumnLabels())[1] ?? "";
      server.clock.advance(60_000);
      server.updateArtifact(id, {
        by: server.accounts.member,
        values: [],
        comment: { body: "I'm on it.", format: "text" },
      });
      await board.drag(card, { column: target });
      const notification = getNotification(window.page, "was changed by someone else, so it wasn't moved");
      await notification.waitFor();
      await board.waitForColumn(id, "New");
      assert.equal(await fetchValue(id), "New");
      await pressButton(notification, "Move Anyway");
      await assertEventually(async () => assert.equal(await fetchValue(id), target));
      await board.waitForColumn(id, target);
    });

    it("shows what others have moved when the board is visible again", async () => {
      const card = board.getCards("New").first();
      const id = await board.getId(card);
      const target = (await board.getColumnLabels())[1] ?? "";
      const example = (await fetchValues(await board.getId(board.getCards(target).first()))).find(
        ({ label }) => label === "Status",
      );
      assert.ok(example !== undefined);
      await window.runCommand("File: New Untitled Text File");
      await getTab(window, "Untitled-1").waitFor();
      server.clock.advance(60_000);
      const { field_id, bind_value_ids = [] } = example;
      server.updateArtifact(id, { by: server.accounts.member, values: [{ field_id, bind_value_ids }] });
      await getTab(window, "Bugs").click();
      await board.waitForColumn(id, target);
    });

    it("has the columns of another list, swimlanes and more fields, also after a reload", async () => {
      await board.page.getByLabel("Columns").selectOption({ label: "Severity" });
      await board.getCards("Critical").first().waitFor();
      const card = board.getCards("Critical").first();
      const id = await board.getId(card);
      const labels = await board.getColumnLabels();
      const neighbor = labels[labels.indexOf("Critical") - 1] ?? "";
      await board.drag(card, { column: neighbor });
      await assertEventually(async () => assert.equal(await fetchValue(id, "Severity"), neighbor));
      await board.page.getByLabel("Swimlanes").selectOption({ label: "Status" });
      await board.page.locator(".lane-title", { hasText: "New" }).waitFor();
      await window.screenshot(`board-lanes-${dialect}`);
      await board.page.getByRole("button", { name: "Fields", exact: true }).click();
      await board.page.getByRole("checkbox", { name: "Component" }).click();
      await window.page.keyboard.press("Escape");
      const component = board.page.locator(".card-field").filter({ hasText: /^Component \S/ });
      await component.first().waitFor();
      await window.reload();
      await board.page.locator(".lane-title", { hasText: "New" }).waitFor();
      await board.getCards("Critical").first().waitFor();
      await component.first().waitFor();
    });

    it("opens a form beside it by keyboard", async () => {
      await board.getCards("Critical").first().click();
      await window.page.keyboard.press("Enter");
      await window.page.locator(".editor-group-container").nth(1).locator(".tab").first().waitFor();
      await board.page.locator(".board").waitFor();
    });

    if (dialect === "documented") {
      it("says that the server has no kanbans, and shows no milestones", async () => {
        await window.focusSideBar();
        await window.runCommand("Artifacts: Open Kanban…");
        const widget = await waitForQuickInput(window.page, "Paste the URL of the kanban");
        await submitInput(window.page, `${server.url}/kanban/1`);
        await widget.getByText("Demo has no such kanban, or you don't have access to it.").waitFor();
        await dismissQuickInput(window.page);
        await expandRow(getTreeRow(window.page, "🌊 Lighthouse Console"));
        await getTreeRow(window.page, "Epics").waitFor();
        assert.equal(await getTreeRow(window.page, "Milestones").count(), 0);
      });
    }
  });
}
