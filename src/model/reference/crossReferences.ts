// What a server has read as references in the texts of an artifact.
import type { Form } from "../form/form.ts";
import { mentionsIn } from "./hashForm.ts";

/** The keywords of them: a tracker that nobody has opened here is known by them, too. */
export function keywordsIn({ fields }: Form): readonly string[] {
  return fields.flatMap(({ value }) =>
    value?.kind === "references"
      ? value.references.flatMap(({ text }) => mentionsIn(text).map(({ keyword }) => keyword))
      : [],
  );
}
