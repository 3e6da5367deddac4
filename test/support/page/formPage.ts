// The page of a form in a real browser, with a host of the test's own at the other end.
import type { Locator } from "playwright-core";
import type { PageTexts } from "../../../src/protocol/pageTexts.ts";
import { BrowserPage, BrowserTab, type PageLook } from "./browserPage.ts";
import { englishTexts } from "./form/englishTexts.ts";
import { FakeHost, type FakeHostOptions } from "./form/fakeHost.ts";
import { pageAddress } from "./form/pageServer.ts";

interface FormPageOptions extends FakeHostOptions, PageLook {}

export class FormPageWindow extends BrowserPage {
  /** What the page talks to; after a reload another one, if the test wants so. */
  host: FakeHost;
  readonly texts = englishTexts;

  constructor(tab: BrowserTab, options: FakeHostOptions, texts: PageTexts) {
    super(tab);
    this.host = new FakeHost(options, texts, this.post);
  }

  /** A field by its label, with everything that stands in its place. */
  field(label: string): Locator {
    return this.page
      .locator("artifact-field")
      .filter({ has: this.page.locator(".label-row bdi").getByText(label, { exact: true }) });
  }
}

export async function openFormPage(options: FormPageOptions): Promise<FormPageWindow> {
  const [address, texts] = await Promise.all([pageAddress(), englishTexts()]);
  const opened: { window?: FormPageWindow } = {};
  const tab = await BrowserTab.open(options, async (message) => opened.window?.host.receive(message));
  const { page } = tab;
  const window = new FormPageWindow(tab, options, texts);
  opened.window = window;
  await tab.goto(address);
  await page.locator(".actions-bar").waitFor();
  return window;
}
