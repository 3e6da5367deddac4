// Opens the conflict view, with helpers to resolve conflicts.
import type { Locator } from "playwright-core";
import type { Form } from "../../../../src/model/form/form.ts";
import { type FormPageWindow, openFormPage } from "../formPage.ts";
import { sampleConflict, remoteForm } from "./conflictSample.ts";
import { createConflicts, type FakeConflict } from "./fakeConflict.ts";
import { linkTargets } from "./samples.ts";

export class ConflictPage {
  #window: FormPageWindow | undefined;

  get window(): FormPageWindow {
    if (this.#window === undefined) throw new Error("No page was opened.");
    return this.#window;
  }

  async open(options: Partial<Parameters<typeof openFormPage>[0]> = {}): Promise<void> {
    this.#window = await openFormPage({
      form: remoteForm,
      artifacts: linkTargets,
      conflict: sampleConflict,
      ...options,
    });
  }

  /** `form` has the remote values; `sides` has the original and the typed inputs. */
  openWith(
    form: Form,
    sides: Parameters<typeof createConflicts>[1],
    overrides: Partial<FakeConflict> = {},
  ): Promise<void> {
    return this.open({
      form,
      conflict: { ...sampleConflict, ...createConflicts(form, sides), ...overrides },
    });
  }

  getRow(label: string): Locator {
    const { page } = this.window;
    return page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: label }) });
  }

  getChoices(label: string): Locator {
    return this.window.page.getByRole("radiogroup", { name: `Resolution for ${label}`, exact: true });
  }

  getChoice(label: string, name: string): Locator {
    return this.getChoices(label).getByRole("radio", { name, exact: true });
  }

  getButton(name: string): Locator {
    return this.window.page.getByRole("button", { name, exact: true });
  }

  async waitUntilChosen(label: string, name: string): Promise<void> {
    await this.getChoices(label).getByRole("radio", { name, exact: true, checked: true }).waitFor();
  }

  /** Waits for this number of calls of the method and returns their params. */
  async waitForCalls(method: string, count = 1): Promise<readonly unknown[]> {
    const { host } = this.window;
    await this.window.waitUntil(`${method} ${count} times`, () => host.getCalls(method).length === count);
    return host.getCalls(method);
  }

  async waitForStatus(text: string): Promise<void> {
    await this.window.page.getByRole("status").getByText(text, { exact: true }).waitFor();
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.window.page.keyboard.press(key);
  }
}
