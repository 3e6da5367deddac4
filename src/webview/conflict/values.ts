// What stands in a field on one side of a conflict, with marks on what is new in it.
import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { FormField } from "../../model/form/form.ts";
import { withoutInvisible } from "../../model/displayText.ts";
import { type Input, isEmpty } from "../../model/form/input.ts";
import { notifiedText } from "../../model/form/inputText.ts";
import { takesOf } from "../../model/merge/input.ts";
import type { Link } from "../../model/value.ts";
import type { Page } from "../context.ts";
import { wholeText } from "../fields/shown.ts";
import { type Stretch, stretchesOf } from "./fresh.ts";

/** One side of a field. */
interface Side {
  readonly page: Page;
  /** Undefined where the tracker no longer has it. */
  readonly field: FormField | undefined;
  readonly input: Input | undefined;
  /** What it came from; what is only in the input is marked. */
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

function marked({ text, isFresh }: Stretch): TemplateResult {
  return isFresh ? html`<ins>${text}</ins>` : html`${text}`;
}

function entryList({ field, before }: Side, entries: readonly Entry[]): TemplateResult {
  const known = new Set(entriesOf(before)?.map(({ key }) => key));
  // One value in place of another is all new.
  const isMarked = field !== undefined && takesOf(field.control) === "many";
  return html`${entries.map(
    ({ key, label }, index) =>
      html`${index === 0 ? "" : ", "}<bdi
          >${marked({ text: withoutInvisible(label), isFresh: isMarked && !known.has(key) })}</bdi
        >`,
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

function text({ page, before }: Side, input: Input): unknown {
  const now = withoutInvisible(wholeText(input, page.texts));
  if (!written.has(input.kind)) return now;
  const was = before === undefined ? "" : withoutInvisible(wholeText(before, page.texts));
  return guard([was, now], () => stretchesOf(was, now).map(marked));
}

/** The same words in another format are another text. */
function otherFormat({ page, input, before }: Side): TemplateResult | typeof nothing {
  const isOther = input?.kind === "text" && before?.kind === "text" && input.format !== before.format;
  return isOther ? html`<p class="dim">${page.texts.text.formats[input.format]}</p>` : nothing;
}

export function shownSide(side: Side): TemplateResult {
  const { page, input } = side;
  if (input === undefined || isEmpty(input)) return html`<span class="dim">${page.texts.empty}</span>`;
  if (input.kind === "links") return linkList(side, input.forward);
  const entries = entriesOf(input);
  const content = entries === undefined ? text(side, input) : entryList(side, entries);
  return html`<span class="value" dir="auto">${content}</span> ${otherFormat(side)}`;
}
