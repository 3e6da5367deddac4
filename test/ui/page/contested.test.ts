import assert from "node:assert/strict";
import type { PageDraft } from "../../../src/protocol/page.ts";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import { bugForm, linked } from "../../support/page/form/samples.ts";
import { allThemes } from "../../support/window/themes.ts";

const contested: PageDraft["contested"] = [
  { fieldId: 1, isCollision: true, text: "Ana Lopes, 12:03 changed this to: Refunds fail" },
  { fieldId: 12, isCollision: true, text: "Ana Lopes, 12:03 changed this to: 2" },
  {
    fieldId: 17,
    isCollision: false,
    text: "Ana Lopes, 12:03 changed this too. Saving keeps both changes.",
  },
];

const news: PageDraft["notices"] = [
  {
    id: "news",
    severity: "warning",
    text: "Ana Lopes changed Title, Effort and Description a minute ago.",
    details: [],
    actions: [
      { id: "resolve", label: "Show" },
      { id: "dismiss", label: "Dismiss" },
    ],
  },
];

const concurrent: PageDraft["notices"] = [
  {
    id: "beside",
    severity: "warning",
    text: "Ana Lopes saved Title and Effort at the same moment as you. The form shows what was saved last: choose which value to use.",
    details: [
      "Ana Lopes changed Due date: nothing → 2026-03-02",
      "What you typed since is kept here and was not saved: save again once you have chosen.",
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

describe("fields that others have changed, too", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  async function openTyped(theme: (typeof allThemes)[number] = "dark"): Promise<void> {
    window = await openFormPage({ form: bugForm(), artifacts: linked, theme });
    for (const [name, text] of [
      ["Title", "Refund fails in JPY"],
      ["Effort", "3"],
      ["Due date", "2026-03-02"],
      ["Description", "Refund fails in JPY."],
    ] as const) {
      await window.page.getByRole("textbox", { name, exact: true }).fill(text);
    }
    await window.until("typed", () => window.host.draft.inputs.length === 4);
    await window.page.evaluate(() => (document.activeElement as HTMLElement).blur());
  }

  for (const theme of allThemes) {
    it(`are marked in the theme ${theme}`, async () => {
      await openTyped(theme);
      window.host.more = { contested, notices: news };
      await window.host.tellDraft();
      await window.page.getByText("Saving keeps both changes.").waitFor();
      await window.screenshot(`page-contested-${theme}`);
      assert.deepEqual(window.complaints, []);
    });
  }

  for (const theme of ["dark", "light", "highContrastDark"] as const) {
    it(`let people choose where both were saved at the same moment, in the theme ${theme}`, async () => {
      await openTyped(theme);
      window.host.more = { notices: concurrent };
      await window.host.tellDraft();
      const choice = window.page.getByRole("group", { name: "Title: yours “Refund fails in JPY”" });
      await choice.getByRole("button", { name: "Use Mine" }).waitFor();
      await window.screenshot(`page-concurrent-${theme}`);
      await choice.getByRole("button", { name: "Use Theirs" }).click();
      await window.until("the host hears of it", () => window.host.asked("act").length === 1);
      assert.deepEqual(window.host.asked("act"), [{ noticeId: "beside", actionId: "useTheirs 1" }]);
      assert.deepEqual(window.complaints, []);
    });
  }

  it("say so, and only they are drawn", async () => {
    await openTyped();
    const drawn = await window.page.evaluateHandle(() => {
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
    window.host.more = { contested };
    await window.host.tellDraft();
    await window.field("Effort").getByText("Ana Lopes, 12:03 changed this to: 2").waitFor();
    assert.match(
      (await effort.getAttribute("aria-description")) ?? "",
      /^Ana Lopes, 12:03 changed this to: 2 /,
    );
    assert.deepEqual(
      await window.page
        .locator(".is-contested")
        .evaluateAll((fields) => fields.map(({ className }) => /is-colliding/.test(className))),
      [true, true, false],
    );
    await window.host.tellDraft();
    assert.deepEqual((await drawn.evaluate((labels) => [...labels])).sort(), [
      "Description",
      "Effort",
      "Title",
    ]);
    window.host.more = {};
    await window.host.tellDraft();
    await window.page.locator(".is-contested").first().waitFor({ state: "detached" });
    assert.equal(
      await effort.getAttribute("aria-description"),
      "Changed. In days, as far as anybody can tell.",
    );
  });
});
