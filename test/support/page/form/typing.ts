// Typing into a form of one field, as the tests of controls do.
import assert from "node:assert/strict";
import type { FieldValue, Input } from "../../../../src/model/fields/registry.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import { type FormPageWindow, openFormPage } from "../formPage.ts";
import type { FieldParts } from "../../fixtures/formParts.ts";
import type { FakeHostOptions } from "./fakeHost.ts";
import { formWithField } from "./samples.ts";

export interface Typing {
  readonly window: () => FormPageWindow;
  readonly open: (form: Form) => Promise<void>;
  /** A form with one field, number 7, of the name Field. */
  readonly openWith: (
    parts: Partial<FieldParts> & Pick<FieldParts, "type">,
    value?: FieldValue,
  ) => Promise<void>;
  readonly press: (...keys: readonly string[]) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** Waits until the host has this. */
  readonly becomes: (expected: Input | undefined, target?: number | "comment") => Promise<void>;
}

export function typing(options: Omit<FakeHostOptions, "form"> = {}): Typing {
  let opened: FormPageWindow | undefined;
  const window = (): FormPageWindow => {
    if (opened === undefined) throw new Error("No form was opened.");
    return opened;
  };
  const open = async (form: Form): Promise<void> => {
    opened = await openFormPage({ ...options, form: { ...form, takesComment: true } });
  };
  return {
    window,
    open,
    openWith: (parts, value) => open(formWithField(parts, value)),
    press: async (...keys) => {
      for (const key of keys) await window().page.keyboard.press(key);
    },
    type: (text) => window().page.keyboard.type(text),
    becomes: async (expected, target = 7) => {
      const { host } = window();
      const wanted = JSON.stringify(expected);
      await window()
        .until(wanted, () => JSON.stringify(host.typed(target)) === wanted)
        .catch(() => assert.deepEqual(host.typed(target), expected));
    },
  };
}
