// What stands in place of the form while the person decides between their own and what others have saved.
import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import { withoutInvisible } from "../../model/displayText.ts";
import { fieldOf } from "../../model/form/form.ts";
import type { Input } from "../../model/fields/registry.ts";
import { isEmpty, sameInput } from "../../model/form/input.ts";
import type { Choice } from "../../model/merge/encounter.ts";
import { shownDiff, type Stretch } from "../../model/merge/wordDiff.ts";
import type { MergedField, PageConflict, Question } from "../../protocol/page.ts";
import { filled } from "../shared/format.ts";
import { icon } from "../shared/icons.ts";
import { radioStep, steppedTo } from "../shared/keys.ts";
import type { Entry, Side } from "./fields/drawing.ts";
import { drawingOfInput } from "./fields/drawings.ts";
import { wholeText } from "./fields/shown.ts";
import { enterQuestion, type FormContent, type FormPage } from "./formPage.ts";
import { actionButton, actionsBar, noticeList } from "./header.ts";

/** What others have to do with a field, below it. */
export function contestLine(sign: "warning" | "git-merge", text: string): TemplateResult {
  return html`<p class="contest">${icon(sign)}<span dir="auto">${text}</span></p>`;
}

// A few choices side by side, of which one is taken: one stop of the Tab key, arrows go along it.

interface SegmentsOptions<Id extends string> {
  readonly label: string;
  readonly segments: readonly { readonly id: Id; readonly label: string }[];
  readonly chosen: Id | undefined;
  readonly isLocked: boolean;
  /** `passed` for what arrows came to: somebody may be on the way to the next one. */
  readonly choose: (id: Id, way: "pressed" | "passed") => void;
}

function segmentRow<Id extends string>(options: SegmentsOptions<Id>): TemplateResult {
  const { label, segments, chosen, isLocked, choose } = options;
  const at = segments.findIndex(({ id }) => id === chosen);
  const move = (event: KeyboardEvent & { currentTarget: HTMLElement }): void => {
    const by = radioStep(event);
    if (by === 0) return;
    event.preventDefault();
    const next = steppedTo(at, by, segments.length);
    const segment = segments[next];
    if (segment === undefined || isLocked) return;
    choose(segment.id, "passed");
    event.currentTarget.querySelectorAll<HTMLElement>("[role=radio]")[next]?.focus();
  };
  return html`<div
    class="segments"
    role="radiogroup"
    aria-label=${label}
    aria-disabled=${isLocked ? "true" : "false"}
    @keydown=${move}
  >
    ${segments.map(
      ({ id, label }, index) =>
        html`<button
          type="button"
          role="radio"
          aria-checked=${id === chosen ? "true" : "false"}
          aria-disabled=${isLocked ? "true" : "false"}
          tabindex=${index === Math.max(at, 0) ? 0 : -1}
          @click=${() => {
            if (!isLocked) choose(id, "pressed");
          }}
        >
          ${label}
        </button>`,
    )}
  </div>`;
}

// What stands in a field on one side of a conflict, with marks on all that differs from what it came from.

/** One side of a field. */
type FieldSide = Side<Input | undefined>;

/** Of lists that take several; undefined for everything else. */
function entriesOf(input: Input | undefined): readonly Entry[] | undefined {
  return input && drawingOfInput(input)?.entries?.(input);
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
function markedStretches({ input, before }: FieldSide, stretches: readonly Stretch[]): readonly Stretch[] {
  const isMarked = stretches.some(({ kind }) => kind !== "same");
  if (isMarked || sameInput(input, before) || isOtherFormat(input, before)) return stretches;
  return stretches.map(({ text }) => ({ kind: "added", text }));
}

function entryList(side: FieldSide, entries: readonly Entry[]): TemplateResult {
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

function text(side: FieldSide, input: Input): unknown {
  const { page, before } = side;
  const now = wholeText(input, page.texts);
  if (drawingOfInput(input)?.isWritten !== true) {
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

function otherFormat({ page, input, before }: FieldSide): TemplateResult | typeof nothing {
  return input?.kind === "text" && isOtherFormat(input, before)
    ? html`<p class="dim"><ins>${page.texts.text.formats[input.format]}</ins></p>`
    : nothing;
}

function shownSide(side: FieldSide): TemplateResult {
  const { page, input, before } = side;
  if (input === undefined || isEmpty(input)) {
    const sign = html`<span class="dim">${page.texts.empty}</span>`;
    return isEmpty(before) ? sign : html`<ins>${sign}</ins>`;
  }
  const compared = drawingOfInput(input)?.compared?.({
    ...side,
    input,
    before: before?.kind === input.kind ? before : undefined,
  });
  if (compared !== undefined) return compared;
  const entries = entriesOf(input);
  const content = entries === undefined ? text(side, input) : entryList(side, entries);
  return html`<span class="value" dir="auto">${content}</span> ${otherFormat(side)}`;
}

// One field of which the person decides what it becomes.

function isLongText({ mine, theirs }: Question): boolean {
  return (mine ?? theirs)?.kind === "text";
}

function answer(page: FormPage, question: Question, { draft }: FormContent): TemplateResult {
  const { conflict } = page.texts;
  const { fieldId } = question;
  const chosen = page.choices.chosenIn(question);
  const compare = (): void => void page.call("compare", { fieldId });
  const choose = (choice: Choice, way: "pressed" | "passed"): void => {
    if (choice !== chosen) void page.choose(question, choice);
    // Whoever only passes by would be taken away to another editor.
    if (choice === "edit" && way === "pressed" && isLongText(question)) compare();
  };
  return html`<div class="choosing">
    ${segmentRow({
      label: filled(conflict.choose, question.label),
      segments: question.offered.map((id) => ({ id, label: conflict.choices[id] })),
      chosen,
      isLocked: draft.isElsewhere || draft.state.kind === "sending",
      choose,
    })}
    ${
      isLongText(question) && question.offered.includes("edit")
        ? html`<button type="button" class="link" @click=${compare}>${conflict.compare}</button>`
        : nothing
    }
    ${question.obstacle === undefined ? nothing : contestLine("warning", question.obstacle)}
  </div>`;
}

/** The control itself, or what is wrong with what was chosen, or that nothing was. */
function outcome(
  page: FormPage,
  question: Question,
  { draft }: FormContent,
): TemplateResult | typeof nothing {
  const { fieldId } = question;
  if (page.choices.chosenIn(question) === "edit") {
    return html`<artifact-field .page=${page} .target=${fieldId} look="answer"></artifact-field>`;
  }
  const problem = page.choices.isMissing(question)
    ? filled(page.texts.conflict.undecided, question.label)
    : page.views?.viewOf(fieldId, draft)?.problem;
  return problem === undefined ? nothing : html`<p class="problem" dir="auto">${problem}</p>`;
}

function questionRow(
  page: FormPage,
  content: FormContent,
  question: Question,
  theirs: PageConflict["theirs"],
): TemplateResult {
  const { conflict } = page.texts;
  const { fieldId, label, before } = question;
  const field = fieldOf(content.form, fieldId);
  const side = (input: Input | undefined, from: Input | undefined): TemplateResult =>
    shownSide({ page, field, input, before: from });
  const isOpen = page.choices.chosenIn(question) === undefined;
  return html`<tr id="question-${fieldId}" role="row" class=${isOpen ? "is-open" : ""}>
    <th role="rowheader" scope="row" title=${label}><bdi>${label}</bdi></th>
    <td role="cell" class="before" data-head=${conflict.before}>${side(before, before)}</td>
    <td role="cell" data-head=${conflict.mine}>${side(question.mine, before)}</td>
    <td role="cell" data-head=${theirs}>
      ${side(question.theirs, before)}
      ${question.by === undefined ? nothing : html`<p class="dim" dir="auto">${question.by}</p>`}
    </td>
    <td role="cell" class="result">${answer(page, question, content)} ${outcome(page, question, content)}</td>
  </tr>`;
}

/** Saves what came of it, or goes to what is not decided. */
function save(page: FormPage, { questions }: PageConflict): void {
  const open = questions.find((question) => page.choices.chosenIn(question) === undefined);
  if (open === undefined) {
    void page.save();
    return;
  }
  page.choices.require();
  // The key that has pressed the button would make a choice, too.
  window.setTimeout(() => enterQuestion(open.fieldId));
  page.say(filled(page.texts.conflict.undecided, open.label));
}

function actions(page: FormPage, content: FormContent, conflict: PageConflict): TemplateResult {
  const { texts } = page;
  const isSending = content.draft.state.kind === "sending";
  const isIdle = isSending || content.draft.isElsewhere;
  return actionsBar(
    page,
    content,
    html`${actionButton({
      label: texts.conflict.back,
      look: "secondary",
      isIdle: isSending,
      act: () => void page.call("backToForm", null),
    })}
    ${actionButton({
      label: texts.conflict.save,
      look: isIdle ? "secondary" : "primary",
      isIdle,
      act: () => save(page, conflict),
    })}
    ${actionButton({
      label: texts.conflict.overwrite,
      look: "secondary",
      isIdle,
      act: () => void page.call("overwrite", null),
    })}`,
  );
}

function questionTable(page: FormPage, content: FormContent, conflict: PageConflict): TemplateResult {
  const { field, before, mine, result } = page.texts.conflict;
  return html`<table class="questions" role="table" aria-labelledby="conflict-title">
    <thead role="rowgroup">
      <tr role="row">
        ${[field, before, mine, conflict.theirs, result].map(
          (head) => html`<th role="columnheader" scope="col"><bdi>${head}</bdi></th>`,
        )}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${repeat(
        conflict.questions,
        ({ fieldId }) => fieldId,
        (question) => questionRow(page, content, question, conflict.theirs),
      )}
    </tbody>
  </table>`;
}

function mergedField(page: FormPage, { label, how, result }: MergedField): TemplateResult {
  return html`<li>
    <bdi>${label}</bdi> <bdi class="dim">${how}</bdi>
    <span>
      <span aria-hidden="true">→</span>
      <span class="visually-hidden">${page.texts.activity.becomes}</span>
      <bdi>${result}</bdi>
    </span>
  </li>`;
}

function mergedList(page: FormPage, merged: readonly MergedField[]): TemplateResult | typeof nothing {
  if (merged.length === 0) return nothing;
  return html`<section>
    <h2>${page.texts.conflict.merged}</h2>
    <ul class="merged">
      ${merged.map((each) => mergedField(page, each))}
    </ul>
  </section>`;
}

export function conflictView(page: FormPage, content: FormContent, conflict: PageConflict): TemplateResult {
  return html`${actions(page, content, conflict)}
    <div class="conflict">
      <h1 id="conflict-title" tabindex="-1" dir="auto">${conflict.title}</h1>
      <p class="dim" dir="auto">${conflict.summary}</p>
      ${noticeList(page, content.draft.notices)} ${questionTable(page, content, conflict)}
      ${mergedList(page, conflict.merged)}
    </div>`;
}
