// After a draft was sent: what it said is what the server holds now.
import { type Draft, edited, typedIn, untouched } from "./draft.ts";
import { type Form, fieldOf } from "./form.ts";
import { sameInput } from "./input.ts";

/** The form as if the server already told what was sent, until it is read again. */
export function settled(form: Form, sent: Draft): Form {
  const fields = form.fields.map((field) => {
    const typed = typedIn(sent, field.id);
    return typed === undefined ? field : { ...field, base: typed };
  });
  return { ...form, fields, isNew: false };
}

/**
 * What was typed after the sending began, over the form that was sent: also what was taken back meanwhile, which
 * the server has all the same. A comment that was sent is said. Each of them can be undone.
 */
export function unsent(form: Form, sent: Draft, now: Draft): Draft {
  const typed = now.inputs.filter(({ target, input }) => !sameInput(input, typedIn(sent, target)));
  const takenBack = sent.inputs.flatMap(({ target }) => {
    if (target === "comment" || typedIn(now, target) !== undefined) return [];
    const input = fieldOf(form, target)?.base;
    return input === undefined ? [] : [{ target, input }];
  });
  const over = settled(form, sent);
  return [...typed, ...takenBack].reduce<Draft>(
    (draft, { target, input }) => edited(over, draft, { target, input, step: "begin" }),
    untouched,
  );
}
