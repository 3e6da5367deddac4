import type { DraftInput } from "../../../src/model/form/draft.ts";
import type { FormField } from "../../../src/model/form/form.ts";
import type { FormSubject } from "../../../src/model/form/formSubject.ts";
import type { StoredDraft } from "../../../src/store/storedDraft.ts";

interface DraftOptions {
  readonly inputs?: readonly DraftInput[];
  readonly title?: string;
  readonly tracker?: string;
  readonly changedAt?: number;
}

function createField(id: number, label: string): FormField {
  return {
    id,
    name: label.toLowerCase(),
    label,
    description: undefined,
    type: "string",
    isRequired: false,
    access: "edit",
    control: { kind: "line", maxLength: undefined },
    value: undefined,
    base: undefined,
  };
}

export function createTypedLine(target: DraftInput["target"], text: string): DraftInput {
  return { target, input: { kind: "line", text } };
}

export function createSubject(siteApi: string, artifactId: number, accountId?: string): FormSubject {
  return { siteApi, accountId, kind: "artifact", artifactId };
}

export function createNewSubject(siteApi: string, key: string, accountId?: string): FormSubject {
  return { siteApi, accountId, kind: "new", trackerId: 7, key };
}

/** A draft over a form with a title (1) and a summary (2). */
export function createStoredDraft(
  subject: FormSubject,
  {
    inputs = [createTypedLine(2, "x")],
    title = "Lamp is dark",
    tracker = "Bugs",
    changedAt = 1,
  }: DraftOptions = {},
): StoredDraft {
  return {
    format: 2,
    subject,
    base: {
      form: {
        isNew: subject.kind === "new",
        fields: [createField(1, "Title"), createField(2, "Summary")],
        promoted: { title: 1, status: undefined, assignee: undefined },
        layout: [],
        linkFields: [],
        fileFields: [],
        rules: undefined,
        takesComment: true,
      },
      revision: undefined,
      title: subject.kind === "new" ? undefined : title,
      itemName: "bug",
      tracker: { id: 7, label: tracker },
      color: undefined,
      page: undefined,
      submittedBy: undefined,
      submittedOn: undefined,
      modifiedOn: undefined,
      changesetsUri: undefined,
    },
    draft: { steps: [], position: 0, inputs },
    changedAt,
    window: undefined,
  };
}
