import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import { findAccessibilityProblems } from "../../support/page/accessibility.ts";
import { remoteForm, sampleConflict } from "../../support/page/form/conflictSample.ts";
import { createBugForm, linkTargets, sampleHistory } from "../../support/page/form/samples.ts";
import { allThemes } from "../../support/window/themes.ts";

const users = [
  { id: 102, label: "Kim Park", detail: "kpark" },
  { id: 103, label: "Kimberly Stone", detail: "kstone" },
  { id: 104, label: "Nobody's Kimono", detail: undefined },
];

describe("comments", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  async function open(options: Partial<Parameters<typeof openFormPage>[0]> = {}): Promise<void> {
    const form = createBugForm();
    window = await openFormPage({ form, users, artifacts: linkTargets, history: sampleHistory, ...options });
    await getBox().scrollIntoViewIfNeeded();
  }

  const getBox = (): Locator => window.page.locator("#field-comment textarea");
  const getOptions = (): Locator => window.page.locator("artifact-text-completions [role=option]");
  const getButton = (): Locator => window.page.locator(".comment-actions vscode-button");

  function getComment(): string | undefined {
    const input = window.host.getInput("comment");
    return input?.kind === "text" ? input.source : undefined;
  }

  async function waitForComment(text: string): Promise<void> {
    await window.waitUntil(`the comment is "${text}"`, () => getComment() === text);
  }

  it("complete mentions of users", async () => {
    for (const theme of allThemes) {
      if (theme !== allThemes[0]) await window.close();
      await open({ theme });
      await getBox().pressSequentially("Ask @ki");
      await getOptions().getByText("Enter at least 3 characters.").waitFor();
      await getBox().pressSequentially("m");
      await getOptions().getByText("Kimberly Stone").waitFor();
      await window.screenshot(`comment-mention-${theme}`);
    }
    assert.deepEqual(await findAccessibilityProblems(window.page), []);
    // A user without a username can't be mentioned.
    assert.equal(await getOptions().count(), 2);
    await window.page.keyboard.press("ArrowDown");
    await window.page.keyboard.press("Enter");
    await waitForComment("Ask @kstone ");
    assert.equal(await getOptions().filter({ visible: true }).count(), 0);
    await getBox().pressSequentially("or @kimb");
    await getOptions().getByText("Kimberly Stone").click();
    await waitForComment("Ask @kstone or @kstone ");
  });

  it("complete references to artifacts, by words or a number", async () => {
    await open();
    await getBox().pressSequentially("As in bug #round");
    await getOptions().getByText("Rounding of partial refunds").waitFor();
    await window.page.keyboard.press("Tab");
    await waitForComment("As in art #1198 ");
    await getBox().pressSequentially("and art #14");
    await getOptions().getByText("Ask the bank").waitFor();
    await window.page.keyboard.press("Enter");
    await waitForComment("As in art #1198 and art #1400 ");
  });

  it("have an e-mail address or a finished number left alone", async () => {
    await open();
    await getBox().pressSequentially("kim@park.example art #1400");
    await getOptions().getByText("Ask the bank").waitFor();
    // Nothing is active, so Enter starts a new line.
    await window.page.keyboard.press("Enter");
    await waitForComment("kim@park.example art #1400\n");
    assert.deepEqual(window.host.getCalls("findPeople"), []);
  });

  it("have suggestions that are closed when the comment is sent by a key", async () => {
    await open();
    await getBox().pressSequentially("See art #140");
    await getOptions().first().waitFor();
    await getBox().press("Control+Enter");
    await getOptions().first().waitFor({ state: "hidden" });
    await window.waitUntil("the comment is sent", () => window.host.getCalls("sendComment").length === 1);
  });

  it("have suggestions that Escape closes, without leaving the box", async () => {
    await open();
    await getBox().pressSequentially("@kim");
    await getOptions().getByText("Kim Park").waitFor();
    await window.page.keyboard.press("Escape");
    await getOptions().first().waitFor({ state: "hidden" });
    await window.page.keyboard.press("Enter");
    await waitForComment("@kim\n");
  });

  it("show why people can't be found", async () => {
    await open();
    window.host.errorText = "Demo can't be reached.";
    await getBox().pressSequentially("@kim");
    await getOptions().getByText("Demo can't be reached.").waitFor();
  });

  it("are sent alone with the button or Ctrl+Enter", async () => {
    await open();
    assert.equal(await getButton().getAttribute("aria-disabled"), "true");
    await getButton().click({ force: true });
    await getBox().press("ControlOrMeta+Enter");
    await getBox().pressSequentially("Seen.");
    await waitForComment("Seen.");
    await window.page.locator(".comment-actions vscode-button:not([aria-disabled])").waitFor();
    await getButton().click();
    await window.waitUntil("it is sent", () => window.host.getCalls("sendComment").length === 1);
    await getBox().press("ControlOrMeta+Enter");
    await window.waitUntil("it is sent again", () => window.host.getCalls("sendComment").length === 2);
    assert.deepEqual([window.host.getCalls("save"), getComment()], [[], "Seen."]);
  });

  it("can be quoted, with the text of HTML as it is shown", async () => {
    await open();
    const entries = window.page.locator(".entry");
    await entries.first().scrollIntoViewIfNeeded();
    await entries.nth(0).getByRole("button", { name: "Quote Reply" }).click();
    await waitForComment("> Seen at **two customers** since this morning.\n\n");
    await window.page.waitForFunction(() => document.activeElement?.id === "field-comment");
    await window.page.keyboard.insertText("Where?");
    await entries.nth(1).getByRole("button", { name: "Quote Reply" }).click();
    await waitForComment(
      "> Seen at **two customers** since this morning.\n\nWhere?\n\n> The bank says maybe.\n\n",
    );
  });

  it("of one's own can be edited in the browser, and private ones say for whom they are", async () => {
    await open();
    const entries = window.page.locator(".entry");
    await entries.first().scrollIntoViewIfNeeded();
    await window.screenshot("comments-actions");
    assert.equal(await entries.nth(0).getByRole("button", { name: "Edit in Browser" }).count(), 0);
    await entries.nth(1).getByText("Visible only to Developers").waitFor();
    await entries.nth(1).getByRole("button", { name: "Edit in Browser" }).click();
    await window.waitUntil("the host is called", () => window.host.getCalls("openHistoryEntry").length === 1);
    assert.deepEqual(window.host.getCalls("openHistoryEntry"), [{ changesetId: 2 }]);
  });

  it("that others have added meanwhile are shown with the conflicts", async () => {
    const { entries } = sampleHistory.kind === "entries" ? sampleHistory : assert.fail();
    const texts = { ...sampleConflict.texts, comments: entries.slice(0, 2) };
    for (const theme of ["dark", "light"] as const) {
      if (theme === "light") await window.close();
      window = await openFormPage({ form: remoteForm, conflict: { ...sampleConflict, texts }, theme });
      await window.page.getByRole("heading", { name: "New comments" }).waitFor();
      await window.page.locator(".entry strong").getByText("two customers").waitFor();
      await window.page.getByText("Visible only to Developers").waitFor();
      await window.screenshot(`conflict-comments-${theme}`);
    }
    assert.deepEqual(await findAccessibilityProblems(window.page), []);
  });
});
