// Opens the form page in a real browser, connected to a FakeHost.
import type { Locator } from "playwright-core";
import type { FormTexts } from "../../../src/protocol/formTexts.ts";
import { BrowserPage, BrowserTab, type PageOptions } from "./browserPage.ts";
import { loadEnglishTexts } from "./form/englishTexts.ts";
import { FakeHost, type FakeHostOptions } from "./form/fakeHost.ts";
import { getFormPageUrl } from "./form/pageServer.ts";

interface FormPageOptions extends FakeHostOptions, PageOptions {}

export class FormPageWindow extends BrowserPage {
  /** Tests may replace it before a reload. */
  host: FakeHost;
  readonly texts = loadEnglishTexts;

  constructor(tab: BrowserTab, options: FakeHostOptions, texts: FormTexts) {
    super(tab);
    this.host = new FakeHost(options, texts, this.post);
  }

  getField(label: string): Locator {
    return this.page
      .locator("artifact-field")
      .filter({ has: this.page.locator(".label-row bdi").getByText(label, { exact: true }) });
  }
}

export async function openFormPage(options: FormPageOptions): Promise<FormPageWindow> {
  const [url, texts] = await Promise.all([getFormPageUrl(), loadEnglishTexts()]);
  const opened: { window?: FormPageWindow } = {};
  const tab = await BrowserTab.open(options, async (message) => opened.window?.host.receive(message));
  const { page } = tab;
  const window = new FormPageWindow(tab, options, texts);
  opened.window = window;
  await tab.goto(url);
  await page.locator(".actions-bar").waitFor();
  return window;
}
