// Opens a form with a single field, for tests of controls.
import assert from "node:assert/strict";
import type { FieldValue, Input } from "../../../../src/model/fields/registry.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import { type FormPageWindow, openFormPage } from "../formPage.ts";
import type { FieldParts } from "../../fixtures/formBuilders.ts";
import type { FakeHostOptions } from "./fakeHost.ts";
import { createFormWithField } from "./samples.ts";

export interface SingleFieldPage {
  readonly window: () => FormPageWindow;
  readonly open: (form: Form) => Promise<void>;
  /** Opens a form with one field with ID 7 and label "Field". */
  readonly openField: (
    parts: Partial<FieldParts> & Pick<FieldParts, "type">,
    value?: FieldValue,
  ) => Promise<void>;
  readonly press: (...keys: readonly string[]) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** Waits until the host's draft has this input. */
  readonly waitForInput: (expected: Input | undefined, target?: number | "comment") => Promise<void>;
}

export function createSingleFieldPage(options: Omit<FakeHostOptions, "form"> = {}): SingleFieldPage {
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
    openField: (parts, value) => open(createFormWithField(parts, value)),
    press: async (...keys) => {
      for (const key of keys) await window().page.keyboard.press(key);
    },
    type: (text) => window().page.keyboard.type(text),
    waitForInput: async (expected, target = 7) => {
      const { host } = window();
      const expectedJson = JSON.stringify(expected);
      await window()
        .waitUntil(expectedJson, () => JSON.stringify(host.getInput(target)) === expectedJson)
        .catch(() => assert.deepEqual(host.getInput(target), expected));
    },
  };
}
