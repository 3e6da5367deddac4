import assert from "node:assert/strict";
import { TriageFixture } from "../support/fixtures/triageFixture.ts";
import { assertEventually } from "../support/wait.ts";
import { getForm, getTab } from "../support/window/form.ts";
import { getNotification, pressButton } from "../support/window/messages.ts";
import { getPickItem, getQuickInput, waitForQuickInput } from "../support/window/quickInput.ts";

describe("undo of changes after a reload", () => {
  let fixture: TriageFixture;

  before(async () => {
    fixture = await TriageFixture.open(3);
  });
  after(() => fixture.close());

  async function fetchPlace(artifactId: number): Promise<unknown> {
    const values = (await fixture.fetchArtifact(artifactId))?.["values"] as readonly {
      readonly field_id: number;
      readonly value?: unknown;
    }[];
    return values.find(({ field_id }) => field_id === fixture.fieldId("place"))?.value;
  }

  it("restores the value of a saved form, and shows it in the open form", async () => {
    const artifactId = fixture.takeArtifact();
    const { window } = fixture;
    const { page } = window;
    await fixture.getRow(artifactId).click();
    await getTab(window, `#${artifactId}`).waitFor();
    const getPlace = () =>
      getForm(window)
        .locator(`#field-${fixture.fieldId("place")} input`)
        .first();
    await getPlace().fill("Breakwater");
    await getPlace().press("ControlOrMeta+s");
    await assertEventually(async () => assert.equal(await fetchPlace(artifactId), "Breakwater"));
    await getTab(window, `● #${artifactId}`).waitFor({ state: "detached" });
    await window.reload();
    await getPlace().waitFor();
    await window.focusSideBar();
    await window.runCommand("Artifacts: Undo Change…");
    await waitForQuickInput(page, "Select a change to undo");
    const item = getPickItem(page, "Place: Pier → Breakwater");
    await item.getByText(`#${artifactId} Pier lamp`).waitFor();
    await window.screenshotThemes("undo-change");
    // By keyboard alone.
    await getQuickInput(page).locator("input:focus").press("Enter");
    await getNotification(page, `Undid the change to #${artifactId} Pier lamp.`).waitFor();
    assert.equal(await fetchPlace(artifactId), "Pier");
    await assertEventually(async () => assert.equal(await getPlace().inputValue(), "Pier"));
  });

  it("says in a notification what prevents it", async () => {
    const artifactId = fixture.takeArtifact();
    const { window, server } = fixture;
    const { page } = window;
    await window.showViews();
    await fixture.showRows();
    await fixture.selectRows(artifactId);
    await page.keyboard.press("Shift+Alt+s");
    await waitForQuickInput(page, `Status of #${artifactId}`);
    await getPickItem(page, "Broken").click();
    await fixture.waitForStatus(artifactId, "Broken");
    fixture.changeAsOther(artifactId, "title", "Theirs");
    await window.runCommand("Artifacts: Undo Change…");
    await waitForQuickInput(page, "Select a change to undo");
    await getPickItem(page, "Status: Lit → Broken").waitFor();
    await window.screenshot("undo-change-list");
    await getPickItem(page, "Status: Lit → Broken").click();
    const notification = getNotification(
      page,
      `wasn't undone: ${server.accounts.member.realName} changed Title in the meantime.`,
    );
    await notification.waitFor();
    await window.screenshot("undo-change-conflict");
    assert.equal((await fixture.fetchArtifact(artifactId))?.["status"], "Broken");
    await pressButton(notification, "Undo Anyway");
    await fixture.waitForStatus(artifactId, "Lit");
    assert.equal((await fixture.fetchArtifact(artifactId))?.["title"], "Theirs");
  });
});
