// What a server has read as references in the texts of an artifact.
import type { Form } from "../form/form.ts";
import { mentionsIn } from "./hashForm.ts";

/** More than any artifact has; a server could make up any number of them. */
const mostKeywords = 1000;
const longestKeyword = 64;

/** The keywords of them: a tracker that nobody has opened here is known by them, too. */
export function keywordsIn({ fields }: Form): readonly string[] {
  const keywords = fields.flatMap(({ value }) =>
    value?.kind === "references"
      ? value.references.flatMap(({ text }) => mentionsIn(text).map(({ keyword }) => keyword))
      : [],
  );
  const short = keywords.filter(({ length }) => length <= longestKeyword);
  return [...new Set(short)].slice(0, mostKeywords);
}
