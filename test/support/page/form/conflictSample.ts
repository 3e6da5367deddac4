// A bug that was changed by two users at the same time.
import type { Input } from "../../../../src/model/fields/registry.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import { createConflicts, type FakeConflict } from "./fakeConflict.ts";
import { createBugForm as createSampleForm } from "./samples.ts";

export const severityFieldId = 11;
export const descriptionFieldId = 17;
export const versionsFieldId = 13;
export const linksFieldId = 30;

export function createTextInput(source: string): Input {
  return { kind: "text", source, format: "commonmark" };
}

export function createChoicesInput(...chosen: readonly (readonly [number, string])[]): Input {
  return { kind: "choices", chosen: chosen.map(([id, label]) => ({ id, label })) };
}

/** The sample bug with other values in some fields. */
export function createBugForm(values: Readonly<Record<number, Input>>): Form {
  const form = createSampleForm();
  return {
    ...form,
    fields: form.fields.map((field) => {
      const base = values[field.id];
      return base === undefined ? field : { ...field, base };
    }),
  };
}

/** The form with the remote changes. */
export const remoteForm = createBugForm({
  [descriptionFieldId]: createTextInput("Refund fails in JPY and KRW."),
});

export const sampleConflict: FakeConflict = {
  ...createConflicts(remoteForm, {
    [severityFieldId]: {
      before: createChoicesInput([111, "Minor"]),
      mine: createChoicesInput([113, "Critical"]),
    },
    [descriptionFieldId]: {
      before: createTextInput("Refund fails in JPY."),
      mine: createTextInput("Refund fails when the currency has no minor unit."),
    },
  }),
  texts: {
    title: "Ana Lopes saved changes before you did",
    summary: "Your changes are safe. 2 fields need your choice. All other changes were merged.",
    theirs: "Ana Lopes, 12:03",
    merged: [
      {
        fieldId: versionsFieldId,
        label: "Found in version",
        changedBy: "changed by you and Ana Lopes",
        result: "4.2.0, 4.2.1, 4.3.0",
      },
      { fieldId: 3, label: "Assigned to", changedBy: "changed by Ana Lopes only", result: "Ana Lopes" },
      { fieldId: 14, label: "Due date", changedBy: "changed by you only", result: "2026-03-02" },
    ],
  },
  isResolving: true,
};
