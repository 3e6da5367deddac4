import type { Typed } from "../../../src/model/form/draft.ts";
import type { FormField } from "../../../src/model/form/form.ts";
import type { Subject } from "../../../src/model/subject.ts";
import type { KeptDraft } from "../../../src/store/keptDraft.ts";

interface Typing {
  readonly inputs?: readonly Typed[];
  readonly title?: string;
  readonly tracker?: string;
  readonly changedAt?: number;
}

function field(id: number, label: string): FormField {
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

export function line(target: Typed["target"], text: string): Typed {
  return { target, input: { kind: "line", text } };
}

export function about(siteApi: string, artifactId: number, accountId?: string): Subject {
  return { siteApi, accountId, kind: "artifact", artifactId };
}

export function somethingNew(siteApi: string, key: string, accountId?: string): Subject {
  return { siteApi, accountId, kind: "new", trackerId: 7, key };
}

/** A draft over a form with a title (1) and a summary (2). */
export function typed(
  subject: Subject,
  { inputs = [line(2, "x")], title = "Lamp is dark", tracker = "Bugs", changedAt = 1 }: Typing = {},
): KeptDraft {
  return {
    format: 1,
    subject,
    base: {
      form: {
        isNew: subject.kind === "new",
        fields: [field(1, "Title"), field(2, "Summary")],
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
    holder: undefined,
  };
}
