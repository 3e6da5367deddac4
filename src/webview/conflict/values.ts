// What stands in a field on one side of a conflict, with marks on all that differs from what it came from.
import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { FormField } from "../../model/form/form.ts";
import { withoutInvisible } from "../../model/displayText.ts";
import { type Input, isEmpty, sameInput } from "../../model/form/input.ts";
import { notifiedText } from "../../model/form/inputText.ts";
import { shownDiff, type Stretch } from "../../model/merge/wordDiff.ts";
import type { Link } from "../../model/value.ts";
import type { Page } from "../context.ts";
import { wholeText } from "../fields/shown.ts";

/** One side of a field. */
interface Side {
  readonly page: Page;
  /** Undefined where the tracker no longer has it. */
  readonly field: FormField | undefined;
  readonly input: Input | undefined;
  /** What it came from. */
  readonly before: Input | undefined;
}

interface Entry {
  readonly key: string;
  readonly label: string;
}

/** Of lists that take several; undefined for everything else. */
function entriesOf(input: Input | undefined): readonly Entry[] | undefined {
  switch (input?.kind) {
    case "choices":
      return input.chosen.map(({ id, label }) => ({ key: String(id), label }));
    case "permissions":
      return input.groups.map(({ id, label }) => ({ key: String(id), label }));
    case "openList":
      return input.entries.map(({ label }) => ({ key: label, label }));
    case "notifications":
      return input.rows.map(notifiedText).map((label) => ({ key: label, label }));
    case "line":
    case "text":
    case "number":
    case "date":
    case "links":
    case "computed":
    case "steps":
    case undefined:
      return undefined;
  }
}

function marked({ kind, text }: Stretch): TemplateResult {
  switch (kind) {
    case "same":
      return html`${text}`;
    case "added":
      return html`<ins>${text}</ins>`;
    case "removed":
      return html`<del>${text}</del>`;
  }
}

/** What is another value in a way that can't be read in it is marked whole. */
function markedStretches({ input, before }: Side, stretches: readonly Stretch[]): readonly Stretch[] {
  const isMarked = stretches.some(({ kind }) => kind !== "same");
  if (isMarked || sameInput(input, before) || isOtherFormat(input, before)) return stretches;
  return stretches.map(({ text }) => ({ kind: "added", text }));
}

function entryList(side: Side, entries: readonly Entry[]): TemplateResult {
  const earlier = entriesOf(side.before) ?? [];
  const stretch = (kind: Stretch["kind"], { label }: Entry): Stretch => ({
    kind,
    text: withoutInvisible(label),
  });
  const keysOf = (some: readonly Entry[]): ReadonlySet<Entry["key"]> => new Set(some.map(({ key }) => key));
  const [before, after] = [keysOf(earlier), keysOf(entries)];
  const removed = earlier.filter(({ key }) => !after.has(key));
  const stretches = [
    ...entries.map((entry) => stretch(before.has(entry.key) ? "same" : "added", entry)),
    // Where none of them is left, they are read in their own column.
    ...(removed.length === earlier.length ? [] : removed.map((entry) => stretch("removed", entry))),
  ];
  return html`${markedStretches(side, stretches).map(
    (each, index) => html`${index === 0 ? "" : ", "}<bdi>${marked(each)}</bdi>`,
  )}`;
}

function linkList({ page, field, before }: Side, links: readonly Link[]): TemplateResult {
  return html`<artifact-link-names
    class="value"
    .page=${page}
    .types=${field?.control.kind === "links" ? field.control.types : []}
    .links=${links}
    .earlier=${before?.kind === "links" ? before.forward : []}
  ></artifact-link-names>`;
}

const written = new Set<Input["kind"]>(["line", "text", "steps"]);

function text(side: Side, input: Input): unknown {
  const { page, before } = side;
  const now = wholeText(input, page.texts);
  if (!written.has(input.kind)) {
    return markedStretches(side, [{ kind: "same", text: withoutInvisible(now) }]).map(marked);
  }
  const was = before === undefined ? "" : wholeText(before, page.texts);
  const isSame = sameInput(input, before);
  return guard([was, now, isSame], () => markedStretches(side, shownDiff(was, now)).map(marked));
}

/** The same words in another format are another text. */
function isOtherFormat(input: Input | undefined, before: Input | undefined): boolean {
  return input?.kind === "text" && before?.kind === "text" && input.format !== before.format;
}

function otherFormat({ page, input, before }: Side): TemplateResult | typeof nothing {
  return input?.kind === "text" && isOtherFormat(input, before)
    ? html`<p class="dim"><ins>${page.texts.text.formats[input.format]}</ins></p>`
    : nothing;
}

export function shownSide(side: Side): TemplateResult {
  const { page, input, before } = side;
  if (input === undefined || isEmpty(input)) {
    const sign = html`<span class="dim">${page.texts.empty}</span>`;
    return isEmpty(before) ? sign : html`<ins>${sign}</ins>`;
  }
  if (input.kind === "links") return linkList(side, input.forward);
  const entries = entriesOf(input);
  const content = entries === undefined ? text(side, input) : entryList(side, entries);
  return html`<span class="value" dir="auto">${content}</span> ${otherFormat(side)}`;
}
