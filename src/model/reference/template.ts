// Templates from settings: text with holes for what is known of an artifact, each with filters one after the other:
// `tuleap-${id}-${title|slug|max:40}`.

// Titles in a form that can be part of a name: small letters and numbers of any script, with dashes between.

const accents = /[\u0300-\u036f]/gu;
const others = /[^\p{L}\p{M}\p{N}]+/gu;

export function slugOf(text: string): string {
  const plain = text.normalize("NFKD").replaceAll(accents, "").normalize("NFC").toLowerCase();
  // An apostrophe parts no words: "don't" is one.
  const dashed = plain.replaceAll(/['’]/gu, "").replaceAll(others, "-");
  return dashed.replaceAll(/^-|-$/g, "");
}

/** Of whole characters; it ends with a whole word, unless that would leave little of it. */
function shortSlug(slug: string, maximum: number): string {
  const characters = Array.from(slug);
  if (characters.length <= maximum) return slug;
  const cut = characters.slice(0, maximum).join("");
  const lastDash = characters[maximum] === "-" ? cut.length : cut.lastIndexOf("-");
  return (lastDash > cut.length / 2 ? cut.slice(0, lastDash) : cut).replaceAll(/-+$/g, "");
}

type Filter =
  | { readonly kind: "lower" | "upper" | "slug" }
  /** In characters. */
  | { readonly kind: "max"; readonly count: number };

type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly name: string; readonly filters: readonly Filter[] };

export interface Template {
  readonly kind: "template";
  readonly source: string;
  readonly parts: readonly Part[];
}

export interface TemplateProblem {
  readonly kind: "templateProblem";
  readonly code: "tooLong" | "badCharacter" | "unclosed" | "noName" | "unknownFilter" | "badLength";
  readonly template: string;
  /** What of the template is meant, where it is a part. */
  readonly part: string | undefined;
}

/** What a template can tell of an artifact. */
export interface TemplateArtifact {
  readonly id: number;
  readonly title: string | undefined;
  readonly status: string | undefined;
  /** Short names. */
  readonly tracker: string | undefined;
  readonly project: string | undefined;
  /** Fields by their names, their values as text. */
  readonly fields: ReadonlyMap<string, string>;
}

export interface Filled {
  readonly text: string;
  /** Names that the artifact has no value for. */
  readonly missing: readonly string[];
}

const longestTemplate = 200;
const longestSlug = 60;
const holes = /\$\{([^{}]*)\}/g;

function filterOf(word: string): Filter | "unknownFilter" | "badLength" {
  const [name = "", argument] = word.split(":").map((each) => each.trim());
  switch (name) {
    case "lower":
    case "upper":
    case "slug":
      return argument === undefined ? { kind: name } : "unknownFilter";
    case "max": {
      const count = /^\d{1,3}$/.test(argument ?? "") ? Number(argument) : 0;
      return count > 0 ? { kind: "max", count } : "badLength";
    }
    default:
      return "unknownFilter";
  }
}

export function parseTemplate(source: string): Template | TemplateProblem {
  const problem = (code: TemplateProblem["code"], part?: string): TemplateProblem => ({
    kind: "templateProblem",
    code,
    template: source,
    part,
  });
  if (source.length > longestTemplate) return problem("tooLong");
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(source)) return problem("badCharacter");
  const parts: Part[] = [];
  let textStart = 0;
  for (const { index, 0: whole, 1: inside = "" } of source.matchAll(holes)) {
    const [name = "", ...words] = inside.split("|").map((each) => each.trim());
    if (name === "") return problem("noName", whole);
    const filters: Filter[] = [];
    for (const word of words) {
      const filter = filterOf(word);
      if (typeof filter === "string") return problem(filter, word);
      filters.push(filter);
    }
    if (index > textStart) parts.push({ kind: "text", text: source.slice(textStart, index) });
    parts.push({ kind: "value", name, filters });
    textStart = index + whole.length;
  }
  if (textStart < source.length) parts.push({ kind: "text", text: source.slice(textStart) });
  const unclosed = parts.find((part) => part.kind === "text" && part.text.includes("${"));
  return unclosed === undefined ? { kind: "template", source, parts } : problem("unclosed");
}

/** `field.x` is the field x also where x has another meaning here. */
function valueOf(artifact: TemplateArtifact, name: string): string | undefined {
  switch (name) {
    case "id":
      return String(artifact.id);
    case "slug":
      return artifact.title === undefined ? undefined : shortSlug(slugOf(artifact.title), longestSlug);
    case "title":
    case "status":
    case "tracker":
    case "project":
      return artifact[name] ?? artifact.fields.get(name);
    default:
      return artifact.fields.get(name.startsWith("field.") ? name.slice("field.".length) : name);
  }
}

function filtered(value: string, filter: Filter): string {
  switch (filter.kind) {
    case "lower":
      return value.toLowerCase();
    case "upper":
      return value.toUpperCase();
    case "slug":
      return slugOf(value);
    case "max":
      return shortSlug(value, filter.count);
  }
}

/** `clean` has the last word on every value but the id, which is digits. */
export function fillTemplate(
  { parts }: Template,
  artifact: TemplateArtifact,
  clean: (value: string) => string,
): Filled {
  const missing = new Set<string>();
  const texts = parts.map((part) => {
    if (part.kind === "text") return part.text;
    const value = valueOf(artifact, part.name) ?? "";
    if (value.trim() === "") missing.add(part.name);
    if (part.name === "id") return value;
    return clean(part.filters.reduce(filtered, value));
  });
  return { text: texts.join(""), missing: [...missing] };
}
