import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { FormPageHistory, Notice } from "../../../src/protocol/formProtocol.ts";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import {
  createBugForm,
  descriptionFieldId,
  createChoicesInput,
  createTextInput,
  severityFieldId,
} from "../../support/page/form/conflictSample.ts";
import {
  createBugForm as createSampleForm,
  createFormWithField,
  sampleHistory,
  linkTargets,
} from "../../support/page/form/samples.ts";

function createNotice(id: string, text = "Ana Lopes changed Severity a minute ago."): Notice {
  const actions = [{ id: "dismiss", label: "Dismiss" }];
  return { id, severity: "info", text, details: [], actions };
}

/** Newer entries come first. */
function addHistoryEntries(history: FormPageHistory, count: number): FormPageHistory {
  if (history.kind !== "entries") return history;
  const [first = assert.fail("the history is empty")] = history.entries;
  const added = Array.from({ length: count }, (_, index): typeof first => {
    const number = count - index;
    const comment = { source: `Comment ${number}`, format: "text", visibleTo: undefined } as const;
    return { ...first, id: first.id + number, comment };
  });
  return { ...history, entries: [...added, ...history.entries] };
}

const longText = Array.from({ length: 80 }, (_, index) => `Line ${index} of a long description.`).join("\n");

describe("scroll position of the form page", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  async function openBug(height = 600): Promise<void> {
    const form = createBugForm({ [descriptionFieldId]: createTextInput(longText) });
    window = await openFormPage({ form, artifacts: linkTargets, history: sampleHistory, height });
  }

  function getTextbox(name: string): Locator {
    return window.page.getByRole("textbox", { name, exact: true });
  }

  async function focus(name: string): Promise<void> {
    await getTextbox(name).focus();
    await waitForFrames();
  }

  /** Waits until the layout is stable. */
  async function waitForFrames(): Promise<void> {
    await window.page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    });
  }

  /** Delays the animation frames that the page requests, as a busy machine does, until the returned function is called. */
  async function delayFrames(): Promise<() => Promise<void>> {
    const frames = await window.page.evaluateHandle(() => {
      const request = globalThis.requestAnimationFrame;
      const delayed: FrameRequestCallback[] = [];
      globalThis.requestAnimationFrame = (callback) => delayed.push(callback);
      return { request, delayed };
    });
    return () =>
      frames.evaluate(({ request, delayed }) => {
        globalThis.requestAnimationFrame = request;
        for (const callback of delayed) request(callback);
      });
  }

  async function showNotices(...notices: readonly Notice[]): Promise<void> {
    window.host.draftOverrides = { notices };
    await window.host.sendDraft();
    await window.page.waitForFunction(
      (count) => document.querySelectorAll(".notice").length === count,
      notices.length,
    );
    await waitForFrames();
  }

  /** Clicks at the button's position, without scrolling. */
  async function dismissRemoteChanges(): Promise<void> {
    const box = await window.page.locator(".remote-changes vscode-button").boundingBox();
    assert.ok(box);
    await window.page.mouse.click(box.x + 5, box.y + 5);
    await window.waitUntil(
      "the notice is dismissed",
      () => window.host.getCalls("runNoticeAction").length === 1,
    );
  }

  function getTop(locator: Locator): Promise<number> {
    return locator.evaluate((element) => element.getBoundingClientRect().top);
  }

  function getScrollTop(): Promise<number> {
    return window.page.evaluate(() => scrollY);
  }

  async function scrollTo(top: number): Promise<void> {
    await window.page.evaluate((to) => globalThis.scrollTo({ top: to }), top);
    await waitForFrames();
  }

  /** Returns position, selection and scroll position of the focused text area. */
  function getTextAreaState(): Promise<unknown> {
    return window.page.evaluate(() => {
      const element = document.activeElement;
      const area = element?.shadowRoot?.activeElement;
      if (!(area instanceof HTMLTextAreaElement)) return "no text area is focused";
      const { selectionStart, selectionEnd, scrollTop } = area;
      return {
        id: element?.id,
        top: area.getBoundingClientRect().top,
        selectionStart,
        selectionEnd,
        scrollTop,
      };
    });
  }

  it("and caret stay when a remote change is shown while the user types", async () => {
    await openBug();
    const middle = longText.indexOf("Line 40");
    await focus("Description");
    await getTextbox("Description").evaluate((area: HTMLTextAreaElement, position) => {
      area.setSelectionRange(position, position);
      area.scrollTop = 500;
    }, middle);
    await scrollTo(300);
    const before = await getTextAreaState();
    window.host.draftOverrides = { notices: [createNotice("remoteChanges"), createNotice("draftRestored")] };
    await window.host.showForm(
      createBugForm({
        [descriptionFieldId]: createTextInput(longText),
        [severityFieldId]: createChoicesInput([113, "Critical"]),
      }),
    );
    await window.page.getByRole("combobox", { name: "Severity" }).getByText("Critical").waitFor();
    await waitForFrames();
    assert.deepEqual(await getTextAreaState(), before);
    await window.page.keyboard.type("abc");
    await window.waitUntil("three edits", () => window.host.edits.length === 3);
    assert.deepEqual(
      window.host.getInput(descriptionFieldId),
      createTextInput(`${longText.slice(0, middle)}abc${longText.slice(middle)}`),
    );
  });

  it("and text selection stay when a notice appears", async () => {
    await openBug();
    await focus("Description");
    await getTextbox("Description").evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(10, 90));
    const before = await getTextAreaState();
    await showNotices(createNotice("remoteChanges"));
    assert.deepEqual(await getTextAreaState(), before);
  });

  for (const id of ["remoteChanges", "draftRestored"]) {
    it(`stays when the notice "${id}" appears and disappears`, async () => {
      await openBug();
      for (const from of [0, 25, 300]) {
        await showNotices();
        await focus("Due date");
        await scrollTo(from);
        const top = await getTop(getTextbox("Due date"));
        await showNotices(createNotice(id));
        assert.equal(await getTop(getTextbox("Due date")), top, `appeared, scrolled to ${from}`);
        await showNotices();
        assert.equal(await getTop(getTextbox("Due date")), top, `disappeared, scrolled to ${from}`);
        assert.equal(await getScrollTop(), from);
      }
    });
  }

  it("gives way if the first change makes the actions bar cover the control", async () => {
    window = await openFormPage({
      form: createSampleForm(),
      artifacts: linkTargets,
      height: 400,
      width: 420,
    });
    await focus("Title");
    const before = await window.page.locator(".actions-bar").boundingBox();
    await window.page.keyboard.press("End");
    await window.page.keyboard.type(" and so on", { delay: 20 });
    await window.page.getByRole("button", { name: "Save 1 Change" }).waitFor();
    await waitForFrames();
    const [bar, title] = [
      await window.page.locator(".actions-bar").boundingBox(),
      await getTextbox("Title").boundingBox(),
    ];
    assert.ok(bar !== null && title !== null && before !== null);
    assert.ok(bar.height > before.height + 10, "The actions bar isn't higher.");
    assert.ok(title.y >= bar.y + bar.height - 1, `${title.y} < ${bar.y + bar.height}`);
  });

  it("stays at the top, where the page can't be scrolled further", async () => {
    await openBug();
    await focus("Effort");
    await showNotices(createNotice("draftRestored"));
    await scrollTo(0);
    const top = await getTop(getTextbox("Effort"));
    await showNotices();
    assert.equal(await getTop(getTextbox("Effort")), top);
    await showNotices(createNotice("draftRestored"));
    assert.equal(await getTop(getTextbox("Effort")), top);
  });

  it("stays in a page that is too short to scroll", async () => {
    window = await openFormPage({ form: createFormWithField({ type: "string" }), height: 900 });
    await focus("Field");
    const top = await getTop(getTextbox("Field"));
    await showNotices(createNotice("remoteChanges"), createNotice("draftRestored"));
    assert.equal(await getTop(getTextbox("Field")), top);
    await showNotices();
    assert.equal(await getTop(getTextbox("Field")), top);
    assert.equal(await getScrollTop(), 0);
  });

  it("stays when an error is shown", async () => {
    await openBug();
    await focus("Effort");
    const top = await getTop(getTextbox("Effort"));
    window.host.errorText = "The server does not answer.";
    await window.page.evaluate(() => {
      const refresh = document.querySelector<HTMLElement>("vscode-toolbar-button[icon=refresh]");
      refresh?.click();
    });
    await window.page.getByRole("alert").waitFor();
    await waitForFrames();
    assert.equal(await getTop(getTextbox("Effort")), top);
  });

  it("stays when the history grows before the frame that ends an update", async () => {
    const form = createFormWithField({ type: "text" });
    window = await openFormPage({ form, history: sampleHistory, height: 500 });
    await window.page.locator(".entry").first().waitFor();
    await focus("Field");
    await showNotices(createNotice("remoteChanges"));
    const top = await getTop(getTextbox("Field"));
    const scrollTop = await getScrollTop();
    assert.ok(scrollTop > 0);
    const releaseFrames = await delayFrames();
    window.host.draftOverrides = { notices: [createNotice("remoteChanges", "Ana Lopes changed Effort.")] };
    await window.host.sendDraft();
    await window.page.getByText("Ana Lopes changed Effort.").waitFor();
    await window.host.callPage("setHistory", addHistoryEntries(sampleHistory, 3));
    await window.page.getByText("Comment 3", { exact: true }).waitFor();
    await releaseFrames();
    await waitForFrames();
    assert.deepEqual([await getTop(getTextbox("Field")), await getScrollTop()], [top, scrollTop]);
  });

  it("stays without a focused control, except at the top of the page", async () => {
    await openBug();
    await showNotices(createNotice("draftRestored"));
    assert.equal(await getScrollTop(), 0);
    await showNotices();
    await scrollTo(300);
    const top = await getTop(getTextbox("Description"));
    await showNotices(createNotice("remoteChanges"), createNotice("draftRestored"));
    assert.equal(await getTop(getTextbox("Description")), top);
    await dismissRemoteChanges();
    await showNotices();
    assert.equal(await getTop(getTextbox("Description")), top);
    assert.equal(await getScrollTop(), 300);
  });

  it("and focus are restored after a notice was dismissed", async () => {
    await openBug();
    await focus("Description");
    await getTextbox("Description").evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(10, 90));
    await scrollTo(200);
    await showNotices(createNotice("remoteChanges"));
    const before = await getTextAreaState();
    await dismissRemoteChanges();
    await showNotices();
    assert.deepEqual(await getTextAreaState(), before);
  });

  it("does not hide notices about remote changes", async () => {
    await openBug();
    await scrollTo(500);
    await showNotices(createNotice("remoteChanges"));
    const [barBottom, noticesTop] = await window.page.evaluate(() => [
      document.querySelector(".actions-bar")?.getBoundingClientRect().bottom,
      document.querySelector(".remote-changes")?.getBoundingClientRect().top,
    ]);
    assert.equal(noticesTop, barBottom);
    await window.screenshot("page-remote-changes-scrolled", { isFullPage: false });
  });

  it("never leaves the focused control covered by notices about remote changes", async () => {
    await openBug();
    await focus("Effort");
    await showNotices(createNotice("remoteChanges"));
    const isVisible = (): Promise<boolean> =>
      getTextbox("Effort").evaluate((element) => {
        const { left, top } = element.getBoundingClientRect();
        return document.elementFromPoint(left + 5, top + 5)?.closest("artifact-field") !== null;
      });
    const barHeight = await window.page.locator(".actions-bar").evaluate((element) => element.clientHeight);
    await scrollTo((await getScrollTop()) + (await getTop(getTextbox("Effort"))) - barHeight - 4);
    assert.ok(await isVisible());
    // By keyboard it scrolls into view below the notices.
    await scrollTo(600);
    await focus("Due date");
    await window.page.keyboard.press("Shift+Tab");
    await waitForFrames();
    await getTextbox("Effort").focus();
    await waitForFrames();
    assert.ok(await isVisible());
  });
});
