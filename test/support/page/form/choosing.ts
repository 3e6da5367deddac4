// Choosing between one's own and what others have saved, as the tests of a conflict do.
import type { Locator } from "playwright-core";
import type { Form } from "../../../../src/model/form/form.ts";
import { type FormPageWindow, openFormPage } from "../formPage.ts";
import { meeting, theirs } from "./conflictSample.ts";
import { contestsOf, type Meeting } from "./fakeConflict.ts";
import { linked } from "./samples.ts";

export class Choosing {
  #window: FormPageWindow | undefined;

  get window(): FormPageWindow {
    if (this.#window === undefined) throw new Error("Nothing was opened.");
    return this.#window;
  }

  async open(options: Partial<Parameters<typeof openFormPage>[0]> = {}): Promise<void> {
    this.#window = await openFormPage({ form: theirs, artifacts: linked, meeting, ...options });
  }

  /** Fields with what stood there before and what was typed; the form has what others have saved. */
  openWith(form: Form, sides: Parameters<typeof contestsOf>[1], parts: Partial<Meeting> = {}): Promise<void> {
    return this.open({ form, meeting: { ...meeting, ...contestsOf(form, sides), ...parts } });
  }

  row(label: string): Locator {
    const { page } = this.window;
    return page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: label }) });
  }

  choices(label: string): Locator {
    return this.window.page.getByRole("radiogroup", { name: `What becomes of ${label}`, exact: true });
  }

  choice(label: string, name: string): Locator {
    return this.choices(label).getByRole("radio", { name, exact: true });
  }

  button(name: string): Locator {
    return this.window.page.getByRole("button", { name, exact: true });
  }

  async isChosen(label: string, name: string): Promise<void> {
    await this.choices(label).getByRole("radio", { name, exact: true, checked: true }).waitFor();
  }

  /** What it was asked with, once it was asked so many times. */
  async asked(method: string, count = 1): Promise<readonly unknown[]> {
    const { host } = this.window;
    await this.window.until(`${method} ${count} times`, () => host.asked(method).length === count);
    return host.asked(method);
  }

  async saying(text: string): Promise<void> {
    await this.window.page.getByRole("status").getByText(text, { exact: true }).waitFor();
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.window.page.keyboard.press(key);
  }
}
