import fc from "fast-check";
import {
  parseTemplate,
  type Template,
  type TemplateArtifact,
} from "../../../../src/model/reference/template.ts";

export function parseTestTemplate(source: string): Template {
  const parsed = parseTemplate(source);
  if (parsed.kind !== "template") throw new Error(`${source}: ${parsed.code}`);
  return parsed;
}

export function createTemplateArtifact(id: number, title: string | undefined, fields = {}): TemplateArtifact {
  const values = { status: "Fixed", tracker: "bug", project: "proj" };
  return { id, title, ...values, fields: new Map(Object.entries(fields)) };
}

const marks = Array.from("./\\-@~^:?*[]{} #\n\t\0\u007f\u202e\u200bé語aZ0'\"$`;|&<>😀\ud800");
const words = "..,.lock,@{,//,con,HEAD,refs/,closes art #5,TULEAP-5,fix,art,#,e\u0301,tuleap-7".split(",");

/** Titles and values that try to exploit branch names and commit messages. */
export const arbitraryHostileText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.array(fc.constantFrom(...marks, ...words), { maxLength: 12 }).map((parts) => parts.join("")),
  fc.string({ unit: fc.constantFrom("語", "a", "-", "."), minLength: 100, maxLength: 600 }),
);

const literals = "tuleap-,-,/,#, ,.,..,.lock,@,feature/,art #,TULEAP-,closes ,Refs: ".split(",");
const placeholders =
  "id,id,slug,title,title|lower,title|upper|max:9,summary,status|slug,tracker,nothing".split(",");
const parts = fc.constantFrom(...literals, ...placeholders.map((placeholder) => `\${${placeholder}}`));
export const arbitraryTemplate = fc
  .array(parts, { maxLength: 8 })
  .map((all) => parseTestTemplate(all.join("")));

export const arbitraryArtifact: fc.Arbitrary<TemplateArtifact> = fc.record({
  id: fc.integer({ min: 1, max: 0x7fff_ffff }),
  title: fc.option(arbitraryHostileText, { nil: undefined }),
  status: fc.option(arbitraryHostileText, { nil: undefined }),
  tracker: fc.constantFrom("bug", undefined),
  project: fc.constantFrom("proj", undefined),
  fields: arbitraryHostileText.map((summary) => new Map([["summary", summary]])),
});
