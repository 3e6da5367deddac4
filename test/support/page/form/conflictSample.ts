// A bug that two people have worked on at the same time.
import type { Input } from "../../../../src/model/fields/registry.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import { contestsOf, type Meeting } from "./fakeConflict.ts";
import { bugForm } from "./samples.ts";

export const severity = 11;
export const description = 17;
export const versions = 13;
export const links = 30;

export function longText(source: string): Input {
  return { kind: "text", source, format: "commonmark" };
}

export function listed(...chosen: readonly (readonly [number, string])[]): Input {
  return { kind: "choices", chosen: chosen.map(([id, label]) => ({ id, label })) };
}

/** The bug with other values in some fields, as others have left it. */
export function bugWith(values: Readonly<Record<number, Input>>): Form {
  const form = bugForm();
  return {
    ...form,
    fields: form.fields.map((field) => {
      const base = values[field.id];
      return base === undefined ? field : { ...field, base };
    }),
  };
}

/** What others have saved. */
export const theirs = bugWith({ [description]: longText("Refund fails in JPY and KRW.") });

export const meeting: Meeting = {
  ...contestsOf(theirs, {
    [severity]: { before: listed([111, "Minor"]), mine: listed([113, "Critical"]) },
    [description]: {
      before: longText("Refund fails in JPY."),
      mine: longText("Refund fails when the currency has no minor unit."),
    },
  }),
  words: {
    title: "Ana Lopes saved this before you did",
    summary: "Nothing of yours is lost. 2 fields need your choice; the rest was merged.",
    theirs: "Ana Lopes, 12:03",
    merged: [
      {
        fieldId: versions,
        label: "Found in version",
        how: "changed by you and Ana Lopes",
        result: "4.2.0, 4.2.1, 4.3.0",
      },
      { fieldId: 3, label: "Assigned to", how: "changed by Ana Lopes only", result: "Ana Lopes" },
      { fieldId: 14, label: "Due date", how: "changed by you only", result: "2026-03-02" },
    ],
  },
  isResolving: true,
};
