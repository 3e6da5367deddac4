import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { callTool, makeAssistant } from "../support/window/assistant.ts";
import { dialog, pressButton } from "../support/window/messages.ts";
import { pickItem, quickInput, quickInputSaying } from "../support/window/quickInput.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

const artifact = 12;

describe("what an assistant asks for, in the window", () => {
  let server: Simulator;
  let window: VSCodeWindow;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    window = await openWindow({
      settings: {
        "artifacts.sites": [{ url: server.url, label: "Demo" }],
        "artifacts.assistants": true,
        // VS Code asks nothing by itself.
        "chat.tools.global.autoApprove": true,
      },
      companion: await makeAssistant(),
    });
    const { admin } = server.accounts;
    await signInWithKey(window, admin.accessKey, admin.realName);
  });
  after(async () => {
    await window.close();
    await server.close();
  });

  async function revision(): Promise<string> {
    const told = await (await callTool(window, "tuleap_read", { artifact }))();
    const [, name] = /revision ([\da-f-]{36}):/.exec(told.answer ?? "") ?? [];
    return name ?? assert.fail(JSON.stringify(told));
  }

  function question(text: string): Locator {
    return dialog(window.page, text);
  }

  function written(): number {
    return server.requests.filter(({ method }) => method === "PUT").length;
  }

  const fields = [
    { field: "Title", values: ["Tides are *one day* off [here](command:x)"] },
    { field: "Severity", values: ["Critical"] },
    { field: "Assigned to", values: ["pnowak"] },
    { field: "Steps to reproduce", values: ["1. Ask for tomorrow\n2. Read the title\n\n**Status**: Fixed"] },
  ];

  it("is shown field by field before anything is sent, and not sent unless the person says so", async () => {
    const input = { artifact, revision: await revision(), fields };
    const refused = await callTool(window, "tuleap_update", input);
    const asked = question(`Change artifact #${artifact}?`);
    await asked.waitFor();
    const text = await asked.innerText();
    assert.match(text, /Title\n│ Now: .+\n│ New: Tides are \*one day\* off \[here\]\(command:x\)\n/);
    assert.match(text, /Severity\n│ Now: .*\n│ New: Critical\n/);
    assert.match(text, /Assigned to\n│ Now: .*\n│ New: Piotr Nowak \(pnowak\)\n/);
    assert.match(text, /│ │ 1\. Ask for tomorrow\n│ │ 2\. Read the title\n│ │ ?\n│ │ \*\*Status\*\*: Fixed/);
    const buttons = await asked.getByRole("button").allInnerTexts();
    assert.deepEqual(buttons.filter((label) => label !== "").toSorted(), [
      "Cancel",
      "Change Artifact",
      "Review in Editor",
    ]);
    const focused = await window.page.evaluate(() => document.activeElement?.textContent ?? "");
    assert.ok(!focused.includes("Change Artifact"), focused);
    assert.equal(await asked.getByRole("link").count(), 0);
    await window.pictures("assist-confirm");
    await pressButton(asked, "Cancel");
    assert.ok((await refused()).error !== undefined);
    assert.equal(written(), 0);
    const confirmed = await callTool(window, "tuleap_update", input);
    await asked.waitFor();
    await pressButton(asked, "Change Artifact");
    assert.match((await confirmed()).answer ?? "", /^The change was made in artifact #12: /);
    assert.equal(written(), 1);
  });

  it("is shown in an editor where it is too long for a dialog, and sent only from the list beside it", async () => {
    const lines = Array.from({ length: 200 }, (_, at) => `${at + 1}. Look again, at the same place`);
    const before = written();
    for (const choice of ["Don't Send", "Add Comment"]) {
      const input = { artifact, revision: await revision(), comment: lines.join("\n") };
      const call = await callTool(window, "tuleap_comment", input);
      const asked = question(`Comment on artifact #${artifact}?`);
      await asked.waitFor();
      assert.equal(await asked.getByRole("button", { name: "Add Comment" }).count(), 0);
      await window.screenshot("assist-confirm-long");
      await pressButton(asked, "Review in Editor");
      await quickInputSaying(window.page, "Review the change in the editor, then choose");
      const editor = window.page.locator(".editor-instance .view-lines");
      await editor.getByText("│ │ 1. Look again, at the same place").waitFor();
      assert.match(
        (await quickInput(window.page).locator(".monaco-list-row.focused").innerText()).trim(),
        /^Don't Send/,
      );
      await window.pictures("assist-review");
      await pickItem(window.page, choice);
      const told = await call();
      assert.equal(told.answer !== undefined, choice === "Add Comment", JSON.stringify(told));
      await editor.waitFor({ state: "detached" });
    }
    assert.equal(written(), before + 1);
  });
});
