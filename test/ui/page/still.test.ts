import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { Notice } from "../../../src/protocol/page.ts";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import { bugWith, description, listed, longText, severity } from "../../support/page/form/conflictSample.ts";
import { formWithField, history, linked } from "../../support/page/form/samples.ts";

function notice(id: string, text = "Ana Lopes changed Severity a minute ago."): Notice {
  const actions = [{ id: "dismiss", label: "Dismiss" }];
  return { id, severity: "info", text, details: [], actions };
}

const lines = Array.from({ length: 80 }, (_, index) => `Line ${index} of a long description.`).join("\n");

describe("what somebody types into, or reads", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  async function openBug(height = 600): Promise<void> {
    const form = bugWith({ [description]: longText(lines) });
    window = await openFormPage({ form, artifacts: linked, history, height });
  }

  function line(name: string): Locator {
    return window.page.getByRole("textbox", { name, exact: true });
  }

  async function focus(name: string): Promise<void> {
    await line(name).focus();
    await framesDrawn();
  }

  /** Whatever was to move has moved after that. */
  async function framesDrawn(): Promise<void> {
    await window.page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    });
  }

  async function notices(...shown: readonly Notice[]): Promise<void> {
    window.host.more = { notices: shown };
    await window.host.tellDraft();
    await window.page.waitForFunction(
      (count) => document.querySelectorAll(".notice").length === count,
      shown.length,
    );
    await framesDrawn();
  }

  /** With the mouse, where it is. */
  async function dismissNews(): Promise<void> {
    const box = await window.page.locator(".news vscode-button").boundingBox();
    assert.ok(box);
    await window.page.mouse.click(box.x + 5, box.y + 5);
    await window.until("dismissed", () => window.host.asked("act").length === 1);
  }

  function topOf(locator: Locator): Promise<number> {
    return locator.evaluate((element) => element.getBoundingClientRect().top);
  }

  function scroll(): Promise<number> {
    return window.page.evaluate(() => scrollY);
  }

  async function scrollTo(top: number): Promise<void> {
    await window.page.evaluate((to) => globalThis.scrollTo({ top: to }), top);
    await framesDrawn();
  }

  /** Of what has the focus: everything that must not change by itself. */
  function state(): Promise<unknown> {
    return window.page.evaluate(() => {
      const host = document.activeElement;
      const area = host?.shadowRoot?.activeElement;
      if (!(area instanceof HTMLTextAreaElement)) return "not in a text";
      const { selectionStart, selectionEnd, scrollTop } = area;
      return { id: host?.id, top: area.getBoundingClientRect().top, selectionStart, selectionEnd, scrollTop };
    });
  }

  it("stays where it is, with its cursor, when others change the form and it is told", async () => {
    await openBug();
    const middle = lines.indexOf("Line 40");
    await focus("Description");
    await line("Description").evaluate((area: HTMLTextAreaElement, at) => {
      area.setSelectionRange(at, at);
      area.scrollTop = 500;
    }, middle);
    await scrollTo(300);
    const before = await state();
    window.host.more = { notices: [notice("news"), notice("restored")] };
    await window.host.show(
      bugWith({ [description]: longText(lines), [severity]: listed([113, "Critical"]) }),
    );
    await window.page.getByRole("combobox", { name: "Severity" }).getByText("Critical").waitFor();
    await framesDrawn();
    assert.deepEqual(await state(), before);
    await window.page.keyboard.type("abc");
    await window.until("typed", () => window.host.edits.length === 3);
    assert.deepEqual(
      window.host.typed(description),
      longText(`${lines.slice(0, middle)}abc${lines.slice(middle)}`),
    );
  });

  it("keeps a selection, too", async () => {
    await openBug();
    await focus("Description");
    await line("Description").evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(10, 90));
    const before = await state();
    await notices(notice("news"));
    assert.deepEqual(await state(), before);
  });

  for (const id of ["news", "restored"]) {
    it(`stays over the coming and going of the notice "${id}"`, async () => {
      await openBug();
      for (const from of [0, 25, 300]) {
        await notices();
        await focus("Due date");
        await scrollTo(from);
        const top = await topOf(line("Due date"));
        await notices(notice(id));
        assert.equal(await topOf(line("Due date")), top, `came, from ${from}`);
        await notices();
        assert.equal(await topOf(line("Due date")), top, `went, from ${from}`);
        assert.equal(await scroll(), from);
      }
    });
  }

  it("stays where there is nothing left to scroll", async () => {
    await openBug();
    await focus("Effort");
    await notices(notice("restored"));
    await scrollTo(0);
    const top = await topOf(line("Effort"));
    await notices();
    assert.equal(await topOf(line("Effort")), top);
    await notices(notice("restored"));
    assert.equal(await topOf(line("Effort")), top);
  });

  it("stays in a page that is too short to scroll", async () => {
    window = await openFormPage({ form: formWithField({ type: "string" }), height: 900 });
    await focus("Field");
    const top = await topOf(line("Field"));
    await notices(notice("news"), notice("restored"));
    assert.equal(await topOf(line("Field")), top);
    await notices();
    assert.equal(await topOf(line("Field")), top);
    assert.equal(await scroll(), 0);
  });

  it("stays when the host could not do something", async () => {
    await openBug();
    await focus("Effort");
    const top = await topOf(line("Effort"));
    window.host.refusal = "The server does not answer.";
    await window.page.evaluate(() => {
      const refresh = document.querySelector<HTMLElement>("vscode-toolbar-button[icon=refresh]");
      refresh?.click();
    });
    await window.page.getByRole("alert").waitFor();
    await framesDrawn();
    assert.equal(await topOf(line("Effort")), top);
  });

  it("stays also for those who only read, and at the top makes place", async () => {
    await openBug();
    await notices(notice("restored"));
    assert.equal(await scroll(), 0);
    await notices();
    await scrollTo(300);
    const top = await topOf(line("Description"));
    await notices(notice("news"), notice("restored"));
    assert.equal(await topOf(line("Description")), top);
    await dismissNews();
    await notices();
    assert.equal(await topOf(line("Description")), top);
    assert.equal(await scroll(), 300);
  });

  it("gets the focus back from a notice", async () => {
    await openBug();
    await focus("Description");
    await line("Description").evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(10, 90));
    await scrollTo(200);
    await notices(notice("news"));
    const before = await state();
    await dismissNews();
    await notices();
    assert.deepEqual(await state(), before);
  });

  it("leaves news in sight while the page is scrolled", async () => {
    await openBug();
    await scrollTo(500);
    await notices(notice("news"));
    const [bar, news] = await window.page.evaluate(() => [
      document.querySelector(".actions-bar")?.getBoundingClientRect().bottom,
      document.querySelector(".news")?.getBoundingClientRect().top,
    ]);
    assert.equal(news, bar);
    await window.screenshot("page-news-scrolled", { isWhole: false });
  });

  it("is not hidden below news, however it comes to lie there", async () => {
    await openBug();
    await focus("Effort");
    await notices(notice("news"));
    const isSeen = (): Promise<boolean> =>
      line("Effort").evaluate((element) => {
        const { left, top } = element.getBoundingClientRect();
        return document.elementFromPoint(left + 5, top + 5)?.closest("artifact-field") !== null;
      });
    const bar = await window.page.locator(".actions-bar").evaluate((element) => element.clientHeight);
    await scrollTo((await scroll()) + (await topOf(line("Effort"))) - bar - 4);
    assert.ok(await isSeen());
    // By the keyboard it comes into view below the news.
    await scrollTo(600);
    await focus("Due date");
    await window.page.keyboard.press("Shift+Tab");
    await framesDrawn();
    await line("Effort").focus();
    await framesDrawn();
    assert.ok(await isSeen());
  });
});
