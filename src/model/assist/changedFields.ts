// What has become of an artifact since an assistant has read it.
import { type Form, type FormField, fieldOf } from "../form/form.ts";
import { type Input, sameInput } from "../form/input.ts";

export interface ChangedField {
  readonly label: string;
  /** Undefined for what takes no input, such as attachments. */
  readonly before: Input | undefined;
  readonly after: Input | undefined;
}

function hasOtherFiles(before: FormField | undefined, after: FormField): boolean {
  return (
    after.control.kind === "files" &&
    JSON.stringify(before?.value ?? null) !== JSON.stringify(after.value ?? null)
  );
}

/** In the order of the form; then those that it does not have any more. */
export function changedFields(then: Form, now: Form): readonly ChangedField[] {
  const present = now.fields.flatMap((field) => {
    const before = fieldOf(then, field.id);
    const isSame = before === undefined || sameInput(before.base, field.base);
    return isSame && !hasOtherFiles(before, field)
      ? []
      : [{ label: field.label, before: before?.base, after: field.base }];
  });
  const gone = then.fields.filter(({ id, base }) => base !== undefined && fieldOf(now, id) === undefined);
  return [...present, ...gone.map(({ label, base }) => ({ label, before: base, after: undefined }))];
}
