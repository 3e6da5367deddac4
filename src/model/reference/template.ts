// Templates from settings with placeholders and chained filters: `tuleap-${id}-${title|slug|max:40}`.

// Slugs: lowercase letters and digits of any script, separated by dashes.

const accentPattern = /[\u0300-\u036f]/gu;
const separatorPattern = /[^\p{L}\p{M}\p{N}]+/gu;

export function toSlug(text: string): string {
  const plain = text.normalize("NFKD").replaceAll(accentPattern, "").normalize("NFC").toLowerCase();
  // Apostrophes don't separate words.
  const dashed = plain.replaceAll(/['’]/gu, "").replaceAll(separatorPattern, "-");
  return dashed.replaceAll(/^-|-$/g, "");
}

/** Cuts at a word boundary unless that removes too much; never splits a character. */
function truncateSlug(slug: string, maximum: number): string {
  const characters = Array.from(slug);
  if (characters.length <= maximum) return slug;
  const shortened = characters.slice(0, maximum).join("");
  const lastDash = characters[maximum] === "-" ? shortened.length : shortened.lastIndexOf("-");
  return (lastDash > shortened.length / 2 ? shortened.slice(0, lastDash) : shortened).replaceAll(/-+$/g, "");
}

type TemplateFilter =
  | { readonly kind: "lower" | "upper" | "slug" }
  /** In characters. */
  | { readonly kind: "max"; readonly count: number };

type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly name: string; readonly filters: readonly TemplateFilter[] };

export interface Template {
  readonly kind: "template";
  readonly source: string;
  readonly parts: readonly TemplatePart[];
}

export interface TemplateProblem {
  readonly kind: "templateProblem";
  readonly code:
    "tooLong" | "invalidCharacter" | "unclosed" | "emptyPlaceholder" | "unknownFilter" | "invalidLength";
  readonly template: string;
  /** The part of the template with the problem. */
  readonly part: string | undefined;
}

/** Values for placeholders. */
export interface TemplateArtifact {
  readonly id: number;
  readonly title: string | undefined;
  readonly status: string | undefined;
  /** Short name. */
  readonly tracker: string | undefined;
  readonly project: string | undefined;
  /** Text values by field name. */
  readonly fields: ReadonlyMap<string, string>;
}

export interface FilledTemplate {
  readonly text: string;
  /** Placeholders without a value. */
  readonly missingNames: readonly string[];
}

const maxTemplateLength = 200;
const maxSlugLength = 60;
const placeholderPattern = /\$\{([^{}]*)\}/g;

function parseFilter(source: string): TemplateFilter | "unknownFilter" | "invalidLength" {
  const [name = "", argument] = source.split(":").map((each) => each.trim());
  switch (name) {
    case "lower":
    case "upper":
    case "slug":
      return argument === undefined ? { kind: name } : "unknownFilter";
    case "max": {
      const count = /^\d{1,3}$/.test(argument ?? "") ? Number(argument) : 0;
      return count > 0 ? { kind: "max", count } : "invalidLength";
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
  if (source.length > maxTemplateLength) return problem("tooLong");
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(source)) return problem("invalidCharacter");
  const parts: TemplatePart[] = [];
  let textStart = 0;
  for (const { index, 0: match, 1: inside = "" } of source.matchAll(placeholderPattern)) {
    const [name = "", ...filterSources] = inside.split("|").map((each) => each.trim());
    if (name === "") return problem("emptyPlaceholder", match);
    const filters: TemplateFilter[] = [];
    for (const filterSource of filterSources) {
      const filter = parseFilter(filterSource);
      if (typeof filter === "string") return problem(filter, filterSource);
      filters.push(filter);
    }
    if (index > textStart) parts.push({ kind: "text", text: source.slice(textStart, index) });
    parts.push({ kind: "value", name, filters });
    textStart = index + match.length;
  }
  if (textStart < source.length) parts.push({ kind: "text", text: source.slice(textStart) });
  const unclosed = parts.find((part) => part.kind === "text" && part.text.includes("${"));
  return unclosed === undefined ? { kind: "template", source, parts } : problem("unclosed");
}

/** `field.x` is always a field, even if `x` is a built-in name. */
function getValue(artifact: TemplateArtifact, name: string): string | undefined {
  switch (name) {
    case "id":
      return String(artifact.id);
    case "slug":
      return artifact.title === undefined ? undefined : truncateSlug(toSlug(artifact.title), maxSlugLength);
    case "title":
    case "status":
    case "tracker":
    case "project":
      return artifact[name] ?? artifact.fields.get(name);
    default:
      return artifact.fields.get(name.startsWith("field.") ? name.slice("field.".length) : name);
  }
}

function applyFilter(value: string, filter: TemplateFilter): string {
  switch (filter.kind) {
    case "lower":
      return value.toLowerCase();
    case "upper":
      return value.toUpperCase();
    case "slug":
      return toSlug(value);
    case "max":
      return truncateSlug(value, filter.count);
  }
}

/** `clean` is applied to every value except the id. */
export function fillTemplate(
  { parts }: Template,
  artifact: TemplateArtifact,
  clean: (value: string) => string,
): FilledTemplate {
  const missing = new Set<string>();
  const texts = parts.map((part) => {
    if (part.kind === "text") return part.text;
    const value = getValue(artifact, part.name) ?? "";
    if (value.trim() === "") missing.add(part.name);
    if (part.name === "id") return value;
    return clean(part.filters.reduce(applyFilter, value));
  });
  return { text: texts.join(""), missingNames: [...missing] };
}
