// Renders the conflict view, which replaces the form while the user resolves conflicts.
import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import { removeInvisibleCharacters } from "../../model/displayText.ts";
import { findField } from "../../model/form/form.ts";
import type { Input } from "../../model/fields/registry.ts";
import { isEmptyInput, isSameInput } from "../../model/form/input.ts";
import type { Resolution } from "../../model/merge/mergeState.ts";
import { diffForDisplay, type DiffSegment } from "../../model/merge/wordDiff.ts";
import type {
  MergedField,
  FormPageConflicts,
  ConflictQuestion,
  HistoryEntryView,
} from "../../protocol/formProtocol.ts";
import { fillPlaceholders } from "../shared/localization.ts";
import { renderIcon } from "../shared/icons.ts";
import { getArrowKeyStep, wrapIndex } from "../shared/keyboard.ts";
import { renderPrivacy } from "./activityElement.ts";
import { renderRichText } from "./fields/fieldContext.ts";
import type { ListEntry, ConflictSide } from "./fields/fieldRenderer.ts";
import { findInputRenderer } from "./fields/fieldRenderers.ts";
import { formatFullInput } from "./fields/readOnlyField.ts";
import { focusConflict, type FormContent, type FormPage } from "./formPage.ts";
import { renderActionButton, renderActionsBar, renderNotices } from "./formHeader.ts";

/** Renders the line below a field that was changed by someone else. */
export function renderRemoteChange(icon: "warning" | "git-merge", text: string): TemplateResult {
  return html`<p class="remote-change">${renderIcon(icon)}<span dir="auto">${text}</span></p>`;
}

// A radio group of buttons side by side: one Tab stop, switched by arrow keys.

interface SegmentsOptions<Id extends string> {
  readonly label: string;
  readonly segments: readonly { readonly id: Id; readonly label: string }[];
  readonly selected: Id | undefined;
  readonly isDisabled: boolean;
  /** With `arrowKey`, the user may be on the way to another segment. */
  readonly onSelect: (id: Id, trigger: "click" | "arrowKey") => void;
}

function renderSegments<Id extends string>(options: SegmentsOptions<Id>): TemplateResult {
  const { label, segments, selected, isDisabled, onSelect } = options;
  const selectedIndex = segments.findIndex(({ id }) => id === selected);
  const move = (event: KeyboardEvent & { currentTarget: HTMLElement }): void => {
    const step = getArrowKeyStep(event);
    if (step === 0) return;
    event.preventDefault();
    const next = wrapIndex(selectedIndex, step, segments.length);
    const segment = segments[next];
    if (segment === undefined || isDisabled) return;
    onSelect(segment.id, "arrowKey");
    event.currentTarget.querySelectorAll<HTMLElement>("[role=radio]")[next]?.focus();
  };
  return html`<div
    class="segments"
    role="radiogroup"
    aria-label=${label}
    aria-disabled=${isDisabled ? "true" : "false"}
    @keydown=${move}
  >
    ${segments.map(
      ({ id, label }, index) =>
        html`<button
          type="button"
          role="radio"
          aria-checked=${id === selected ? "true" : "false"}
          aria-disabled=${isDisabled ? "true" : "false"}
          tabindex=${index === Math.max(selectedIndex, 0) ? 0 : -1}
          @click=${() => {
            if (!isDisabled) onSelect(id, "click");
          }}
        >
          ${label}
        </button>`,
    )}
  </div>`;
}

// One side of a conflict, with marks on everything that differs from the base.

type FieldConflictSide = ConflictSide<Input | undefined>;

/** Returns the entries of a list input; `undefined` for other inputs. */
function getEntries(input: Input | undefined): readonly ListEntry[] | undefined {
  return input && findInputRenderer(input)?.toEntries?.(input);
}

function renderDiffPart({ kind, text }: DiffSegment): TemplateResult {
  switch (kind) {
    case "same":
      return html`${text}`;
    case "added":
      return html`<ins>${text}</ins>`;
    case "removed":
      return html`<del>${text}</del>`;
  }
}

/** Marks the whole text if the value differs but the text doesn't. */
function markIfDifferent(
  { input, base }: FieldConflictSide,
  segments: readonly DiffSegment[],
): readonly DiffSegment[] {
  const isMarked = segments.some(({ kind }) => kind !== "same");
  if (isMarked || isSameInput(input, base) || isFormatChanged(input, base)) return segments;
  return segments.map(({ text }) => ({ kind: "added", text }));
}

function renderEntryList(side: FieldConflictSide, entries: readonly ListEntry[]): TemplateResult {
  const baseEntries = getEntries(side.base) ?? [];
  const toSegment = (kind: DiffSegment["kind"], { label }: ListEntry): DiffSegment => ({
    kind,
    text: removeInvisibleCharacters(label),
  });
  const toKeys = (list: readonly ListEntry[]): ReadonlySet<ListEntry["key"]> =>
    new Set(list.map(({ key }) => key));
  const [before, after] = [toKeys(baseEntries), toKeys(entries)];
  const removed = baseEntries.filter(({ key }) => !after.has(key));
  const segments = [
    ...entries.map((entry) => toSegment(before.has(entry.key) ? "same" : "added", entry)),
    // If all entries were removed, the base column shows them.
    ...(removed.length === baseEntries.length ? [] : removed.map((entry) => toSegment("removed", entry))),
  ];
  return html`${markIfDifferent(side, segments).map(
    (segment, index) => html`${index === 0 ? "" : ", "}<bdi>${renderDiffPart(segment)}</bdi>`,
  )}`;
}

function renderTextDiff(side: FieldConflictSide, input: Input): unknown {
  const { page, base } = side;
  const now = formatFullInput(input, page.texts);
  if (findInputRenderer(input)?.usesWordDiff !== true) {
    return markIfDifferent(side, [{ kind: "same", text: removeInvisibleCharacters(now) }]).map(
      renderDiffPart,
    );
  }
  const before = base === undefined ? "" : formatFullInput(base, page.texts);
  const isSame = isSameInput(input, base);
  return guard([before, now, isSame], () =>
    markIfDifferent(side, diffForDisplay(before, now)).map(renderDiffPart),
  );
}

function isFormatChanged(input: Input | undefined, before: Input | undefined): boolean {
  return input?.kind === "text" && before?.kind === "text" && input.format !== before.format;
}

function renderFormatChange({ page, input, base }: FieldConflictSide): TemplateResult | typeof nothing {
  return input?.kind === "text" && isFormatChanged(input, base)
    ? html`<p class="dim"><ins>${page.texts.text.formats[input.format]}</ins></p>`
    : nothing;
}

function renderSide(side: FieldConflictSide): TemplateResult {
  const { page, input, base } = side;
  if (input === undefined || isEmptyInput(input)) {
    const empty = html`<span class="dim">${page.texts.empty}</span>`;
    return isEmptyInput(base) ? empty : html`<ins>${empty}</ins>`;
  }
  const custom = findInputRenderer(input)?.renderConflictSide?.({
    ...side,
    input,
    base: base?.kind === input.kind ? base : undefined,
  });
  if (custom !== undefined) return custom;
  const entries = getEntries(input);
  const content = entries === undefined ? renderTextDiff(side, input) : renderEntryList(side, entries);
  return html`<span class="value" dir="auto">${content}</span> ${renderFormatChange(side)}`;
}

// One row of the table: a field with a conflict.

function isLongText({ mine, theirs }: ConflictQuestion): boolean {
  return (mine ?? theirs)?.kind === "text";
}

function renderResolutionChoice(
  page: FormPage,
  question: ConflictQuestion,
  { draft }: FormContent,
): TemplateResult {
  const { conflict } = page.texts;
  const { fieldId } = question;
  const selected = page.resolutions.getResolution(question);
  const openDiff = (): void => void page.call("openDiff", { fieldId });
  const onSelect = (choice: Resolution, trigger: "click" | "arrowKey"): void => {
    if (choice !== selected) void page.resolveConflict(question, choice);
    // The diff opens in another editor, which would take the focus away while the user moves on with arrow keys.
    if (choice === "edit" && trigger === "click" && isLongText(question)) openDiff();
  };
  return html`<div class="resolution">
    ${renderSegments({
      label: fillPlaceholders(conflict.choose, question.label),
      segments: question.resolutions.map((id) => ({ id, label: conflict.resolutions[id] })),
      selected,
      isDisabled: draft.isOpenInOtherWindow || draft.state.kind === "savingToServer",
      onSelect,
    })}
    ${
      isLongText(question) && question.resolutions.includes("edit")
        ? html`<button type="button" class="link" @click=${openDiff}>${conflict.compare}</button>`
        : nothing
    }
    ${question.obstacle === undefined ? nothing : renderRemoteChange("warning", question.obstacle)}
  </div>`;
}

/** Renders the control to edit the result, or the problem of the selected resolution, or that none is selected. */
function renderResolutionResult(
  page: FormPage,
  question: ConflictQuestion,
  { draft }: FormContent,
): TemplateResult | typeof nothing {
  const { fieldId } = question;
  if (page.resolutions.getResolution(question) === "edit") {
    return html`<artifact-field .page=${page} .target=${fieldId} variant="resolution"></artifact-field>`;
  }
  const problem = page.resolutions.isMissing(question)
    ? fillPlaceholders(page.texts.conflict.unresolved, question.label)
    : page.fieldViewModels?.createViewModel(fieldId, draft)?.problem;
  return problem === undefined ? nothing : html`<p class="problem" dir="auto">${problem}</p>`;
}

function renderConflictRow(
  page: FormPage,
  content: FormContent,
  question: ConflictQuestion,
  theirs: FormPageConflicts["theirs"],
): TemplateResult {
  const { conflict } = page.texts;
  const { fieldId, label, before } = question;
  const field = findField(content.form, fieldId);
  const side = (input: Input | undefined, base: Input | undefined): TemplateResult =>
    renderSide({ page, field, input, base });
  const isUnresolved = page.resolutions.getResolution(question) === undefined;
  return html`<tr id="conflict-${fieldId}" role="row" class=${isUnresolved ? "is-unresolved" : ""}>
    <th role="rowheader" scope="row" title=${label}><bdi>${label}</bdi></th>
    <td role="cell" class="before" data-head=${conflict.before}>${side(before, before)}</td>
    <td role="cell" data-head=${conflict.mine}>${side(question.mine, before)}</td>
    <td role="cell" data-head=${theirs}>
      ${side(question.theirs, before)}
      ${question.by === undefined ? nothing : html`<p class="dim" dir="auto">${question.by}</p>`}
    </td>
    <td role="cell" class="result">
      ${renderResolutionChoice(page, question, content)} ${renderResolutionResult(page, question, content)}
    </td>
  </tr>`;
}

/** Saves, or focuses the first unresolved conflict. */
function saveOrFocusUnresolved(page: FormPage, { questions }: FormPageConflicts): void {
  const unresolved = questions.find((question) => page.resolutions.getResolution(question) === undefined);
  if (unresolved === undefined) {
    void page.save();
    return;
  }
  page.resolutions.requireAll();
  // Otherwise the key that pressed the button would also select a resolution.
  window.setTimeout(() => focusConflict(unresolved.fieldId));
  page.announce(fillPlaceholders(page.texts.conflict.unresolved, unresolved.label));
}

function renderActions(page: FormPage, content: FormContent, conflict: FormPageConflicts): TemplateResult {
  const { texts } = page;
  const isSaving = content.draft.state.kind === "savingToServer";
  const isDisabled = isSaving || content.draft.isOpenInOtherWindow;
  return renderActionsBar(
    page,
    content,
    html`${renderActionButton({
      label: texts.conflict.back,
      variant: "secondary",
      isDisabled: isSaving,
      onClick: () => void page.call("backToForm", null),
    })}
    ${renderActionButton({
      label: texts.conflict.save,
      variant: isDisabled ? "secondary" : "primary",
      isDisabled,
      onClick: () => saveOrFocusUnresolved(page, conflict),
    })}
    ${renderActionButton({
      label: texts.conflict.overwrite,
      variant: "secondary",
      isDisabled,
      onClick: () => void page.call("overwrite", null),
    })}`,
  );
}

function renderConflictTable(
  page: FormPage,
  content: FormContent,
  conflict: FormPageConflicts,
): TemplateResult {
  const { field, before, mine, result } = page.texts.conflict;
  return html`<table class="conflicts" role="table" aria-labelledby="conflict-title">
    <thead role="rowgroup">
      <tr role="row">
        ${[field, before, mine, conflict.theirs, result].map(
          (heading) => html`<th role="columnheader" scope="col"><bdi>${heading}</bdi></th>`,
        )}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${repeat(
        conflict.questions,
        ({ fieldId }) => fieldId,
        (question) => renderConflictRow(page, content, question, conflict.theirs),
      )}
    </tbody>
  </table>`;
}

function renderMergedField(page: FormPage, { label, changedBy, result }: MergedField): TemplateResult {
  return html`<li>
    <bdi>${label}</bdi> <bdi class="dim">${changedBy}</bdi>
    <span>
      <span aria-hidden="true">→</span>
      <span class="visually-hidden">${page.texts.activity.changedTo}</span>
      <bdi>${result}</bdi>
    </span>
  </li>`;
}

function renderMergedFields(page: FormPage, merged: readonly MergedField[]): TemplateResult | typeof nothing {
  if (merged.length === 0) return nothing;
  return html`<section>
    <h2>${page.texts.conflict.merged}</h2>
    <ul class="merged">
      ${merged.map((field) => renderMergedField(page, field))}
    </ul>
  </section>`;
}

function renderNewComments(
  page: FormPage,
  comments: readonly HistoryEntryView[],
): TemplateResult | typeof nothing {
  if (comments.length === 0) return nothing;
  return html`<section>
    <h2>${page.texts.conflict.newComments}</h2>
    <ol class="entries">
      ${comments.map(
        ({ author, relativeTime, exactTime, comment }) =>
          html`<li class="entry">
            <header>
              <bdi class="author">${author}</bdi>
              <span aria-hidden="true">·</span>
              <time title=${exactTime}>${relativeTime}</time>
              ${comment?.visibleTo === undefined ? nothing : renderPrivacy(page, comment.visibleTo)}
            </header>
            ${comment === undefined ? nothing : renderRichText(page, comment.source, comment.format)}
          </li>`,
      )}
    </ol>
  </section>`;
}

export function renderConflictView(
  page: FormPage,
  content: FormContent,
  conflict: FormPageConflicts,
): TemplateResult {
  return html`${renderActions(page, content, conflict)}
    <div class="conflict">
      <h1 id="conflict-title" tabindex="-1" dir="auto">${conflict.title}</h1>
      <p class="dim" dir="auto">${conflict.summary}</p>
      ${renderNotices(page, content.draft.notices)} ${renderConflictTable(page, content, conflict)}
      ${renderMergedFields(page, conflict.merged)} ${renderNewComments(page, conflict.comments)}
    </div>`;
}
