import assert from "node:assert/strict";
import type { FormPageDraft } from "../../../src/protocol/formProtocol.ts";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import { createBugForm, linkTargets } from "../../support/page/form/samples.ts";
import { allThemes } from "../../support/window/themes.ts";

const concurrentEdits: FormPageDraft["concurrentEdits"] = [
  { fieldId: 1, isConflict: true, text: "Ana Lopes, 12:03 changed this field to: Refunds fail" },
  { fieldId: 12, isConflict: true, text: "Ana Lopes, 12:03 changed this field to: 2" },
  {
    fieldId: 17,
    isConflict: false,
    text: "Ana Lopes, 12:03 also changed this field. Saving keeps both changes.",
  },
];

const remoteChangeNotices: FormPageDraft["notices"] = [
  {
    id: "remoteChanges",
    severity: "warning",
    text: "Ana Lopes changed Title, Effort and Description a minute ago.",
    details: [],
    actions: [
      { id: "resolve", label: "Show" },
      { id: "dismiss", label: "Dismiss" },
    ],
  },
];

const concurrentWriteNotices: FormPageDraft["notices"] = [
  {
    id: "concurrentWrites",
    severity: "warning",
    text: "Ana Lopes saved Title and Effort at the same time as you. The form shows the value saved last. Select which value to use.",
    details: [
      "Ana Lopes changed Due date: nothing → 2026-03-02",
      "Changes you made since then are in the draft. Save again after you resolve the conflicts.",
    ],
    choices: [
      {
        text: "Title: yours “Refund fails in JPY”, theirs “Refunds fail”",
        actions: [
          { id: "useMine 1", label: "Use Mine" },
          { id: "useTheirs 1", label: "Use Theirs" },
        ],
      },
      {
        text: "Effort: yours “3”, theirs “2”",
        actions: [
          { id: "useMine 12", label: "Use Mine" },
          { id: "useTheirs 12", label: "Use Theirs" },
        ],
      },
    ],
    actions: [{ id: "dismiss", label: "Dismiss" }],
  },
];

describe("fields with remote changes", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  async function openWithEdits(theme: (typeof allThemes)[number] = "dark"): Promise<void> {
    window = await openFormPage({ form: createBugForm(), artifacts: linkTargets, theme });
    for (const [name, text] of [
      ["Title", "Refund fails in JPY"],
      ["Effort", "3"],
      ["Due date", "2026-03-02"],
      ["Description", "Refund fails in JPY."],
    ] as const) {
      await window.page.getByRole("textbox", { name, exact: true }).fill(text);
    }
    await window.waitUntil("four edits", () => window.host.draft.inputs.length === 4);
    await window.page.evaluate(() => (document.activeElement as HTMLElement).blur());
  }

  for (const theme of allThemes) {
    it(`are marked in the theme ${theme}`, async () => {
      await openWithEdits(theme);
      window.host.draftOverrides = { concurrentEdits, notices: remoteChangeNotices };
      await window.host.sendDraft();
      await window.page.getByText("Saving keeps both changes.").waitFor();
      await window.screenshot(`page-remote-changes-${theme}`);
      assert.deepEqual(window.browserErrors, []);
    });
  }

  for (const theme of ["dark", "light", "highContrastDark"] as const) {
    it(`have buttons to resolve concurrent writes, in the theme ${theme}`, async () => {
      await openWithEdits(theme);
      window.host.draftOverrides = { notices: concurrentWriteNotices };
      await window.host.sendDraft();
      const choice = window.page.getByRole("group", { name: "Title: yours “Refund fails in JPY”" });
      await choice.getByRole("button", { name: "Use Mine" }).waitFor();
      await window.screenshot(`page-concurrent-${theme}`);
      await choice.getByRole("button", { name: "Use Theirs" }).click();
      await window.waitUntil(
        "the action is sent",
        () => window.host.getCalls("runNoticeAction").length === 1,
      );
      assert.deepEqual(window.host.getCalls("runNoticeAction"), [
        { noticeId: "concurrentWrites", actionId: "useTheirs 1" },
      ]);
      assert.deepEqual(window.browserErrors, []);
    });
  }

  it("show who changed them, without rendering other fields", async () => {
    await openWithEdits();
    const renderedLabels = await window.page.evaluateHandle(() => {
      const labels = new Set<string>();
      new MutationObserver((records) => {
        for (const { target } of records) {
          const element = target instanceof Element ? target : target.parentElement;
          const field = element?.closest("artifact-field");
          if (field instanceof Element) labels.add(field.querySelector(".label-row bdi")?.textContent ?? "");
        }
      }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      return labels;
    });
    const effort = window.page.getByRole("textbox", { name: "Effort", exact: true });
    window.host.draftOverrides = { concurrentEdits };
    await window.host.sendDraft();
    await window.getField("Effort").getByText("Ana Lopes, 12:03 changed this field to: 2").waitFor();
    assert.match(
      (await effort.getAttribute("aria-description")) ?? "",
      /^Ana Lopes, 12:03 changed this field to: 2 /,
    );
    assert.deepEqual(
      await window.page
        .locator(".has-remote-change")
        .evaluateAll((fields) => fields.map(({ className }) => /has-conflict/.test(className))),
      [true, true, false],
    );
    await window.host.sendDraft();
    assert.deepEqual((await renderedLabels.evaluate((labels) => [...labels])).sort(), [
      "Description",
      "Effort",
      "Title",
    ]);
    window.host.draftOverrides = {};
    await window.host.sendDraft();
    await window.page.locator(".has-remote-change").first().waitFor({ state: "detached" });
    assert.equal(
      await effort.getAttribute("aria-description"),
      "Changed. In days, as far as anybody can tell.",
    );
  });
});
