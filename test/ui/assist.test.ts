import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { callTool, createAssistantExtension } from "../support/window/assistantExtension.ts";
import { getDialog, pressButton } from "../support/window/messages.ts";
import { pickItem, getQuickInput, waitForQuickInput } from "../support/window/quickInput.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

const artifactId = 12;

describe("chat tools in the window", () => {
  let server: Simulator;
  let window: VSCodeWindow;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    window = await openWindow({
      settings: {
        "artifacts.sites": [{ url: server.url, label: "Demo" }],
        "artifacts.assistants": true,
        // VS Code shows no confirmation of its own.
        "chat.tools.global.autoApprove": true,
      },
      otherExtension: await createAssistantExtension(),
    });
    const { admin } = server.accounts;
    await signInWithKey(window, admin.accessKey, admin.realName);
  });
  after(async () => {
    await window.close();
    await server.close();
  });

  async function readRevision(): Promise<string> {
    const result = await (await callTool(window, "tuleap_read", { artifact: artifactId }))();
    const [, name] = /revision ([\da-f-]{36})\./.exec(result.answer ?? "") ?? [];
    return name ?? assert.fail(JSON.stringify(result));
  }

  function getConfirmation(text: string): Locator {
    return getDialog(window.page, text);
  }

  function countWrites(): number {
    return server.requests.filter(({ method }) => method === "PUT").length;
  }

  const fields = [
    { field: "Title", values: ["Tides are *one day* off [here](command:x)"] },
    { field: "Severity", values: ["Critical"] },
    { field: "Assigned to", values: ["pnowak"] },
    { field: "Steps to reproduce", values: ["1. Ask for tomorrow\n2. Read the title\n\n**Status**: Fixed"] },
  ];

  it("show each field of a change and send it only after confirmation", async () => {
    const input = { artifact: artifactId, revision: await readRevision(), fields };
    const canceledCall = await callTool(window, "tuleap_update", input);
    const confirmation = getConfirmation(`Change artifact #${artifactId}?`);
    await confirmation.waitFor();
    const text = await confirmation.innerText();
    assert.match(text, /Title\n│ Current: .+\n│ New: Tides are \*one day\* off \[here\]\(command:x\)\n/);
    assert.match(text, /Severity\n│ Current: .*\n│ New: Critical\n/);
    assert.match(text, /Assigned to\n│ Current: .*\n│ New: Piotr Nowak \(pnowak\)\n/);
    assert.match(text, /│ │ 1\. Ask for tomorrow\n│ │ 2\. Read the title\n│ │ ?\n│ │ \*\*Status\*\*: Fixed/);
    const buttons = await confirmation.getByRole("button").allInnerTexts();
    assert.deepEqual(buttons.filter((label) => label !== "").toSorted(), [
      "Cancel",
      "Change Artifact",
      "Review in Editor",
    ]);
    const focused = await window.page.evaluate(() => document.activeElement?.textContent ?? "");
    assert.ok(!focused.includes("Change Artifact"), focused);
    assert.equal(await confirmation.getByRole("link").count(), 0);
    await window.screenshotThemes("assist-confirm");
    await pressButton(confirmation, "Cancel");
    assert.ok((await canceledCall()).error !== undefined);
    assert.equal(countWrites(), 0);
    const confirmedCall = await callTool(window, "tuleap_update", input);
    await confirmation.waitFor();
    await pressButton(confirmation, "Change Artifact");
    assert.match((await confirmedCall()).answer ?? "", /^The change was made in artifact #12: /);
    assert.equal(countWrites(), 1);
  });

  it("show a change that is too long for a dialog in an editor and send it only after confirmation", async () => {
    const lines = Array.from({ length: 200 }, (_, index) => `${index + 1}. Look again, at the same place`);
    const before = countWrites();
    for (const choice of ["Don't Save", "Add Comment"]) {
      const input = { artifact: artifactId, revision: await readRevision(), comment: lines.join("\n") };
      const call = await callTool(window, "tuleap_comment", input);
      const confirmation = getConfirmation(`Comment on artifact #${artifactId}?`);
      await confirmation.waitFor();
      assert.equal(await confirmation.getByRole("button", { name: "Add Comment" }).count(), 0);
      await window.screenshot("assist-confirm-long");
      await pressButton(confirmation, "Review in Editor");
      await waitForQuickInput(window.page, "Review the change in the editor, then select an action");
      const editor = window.page.locator(".editor-instance .view-lines");
      await editor.getByText("│ │ 1. Look again, at the same place").waitFor();
      assert.match(
        (await getQuickInput(window.page).locator(".monaco-list-row.focused").innerText()).trim(),
        /^Don't Save/,
      );
      await window.screenshotThemes("assist-review");
      await pickItem(window.page, choice);
      const result = await call();
      assert.equal(result.answer !== undefined, choice === "Add Comment", JSON.stringify(result));
      await editor.waitFor({ state: "detached" });
    }
    assert.equal(countWrites(), before + 1);
  });
});
