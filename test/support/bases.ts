import type { Form } from "../../src/model/form/form.ts";
import type { Base } from "../../src/store/keptDraft.ts";

/** A state of the server of which nothing but the form matters. */
export function baseOf(form: Form): Base {
  return {
    form,
    revision: { kind: "tag", tag: '"1"' },
    title: undefined,
    itemName: "buoy",
    tracker: { id: 1, label: "Buoys" },
    color: undefined,
    page: undefined,
    submittedBy: undefined,
    submittedOn: undefined,
    modifiedOn: undefined,
    changesetsUri: undefined,
  };
}
