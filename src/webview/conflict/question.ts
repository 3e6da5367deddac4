// One field of which the person decides what it becomes.
import { html, nothing, type TemplateResult } from "lit";
import { fieldOf } from "../../model/form/form.ts";
import type { Input } from "../../model/form/input.ts";
import type { Choice } from "../../model/merge/encounter.ts";
import type { PageConflict, Question } from "../../protocol/page.ts";
import { contestLine } from "../contestLine.ts";
import { filled } from "../filled.ts";
import type { FormContent, FormPage } from "../formPage.ts";
import { segmentRow } from "./segments.ts";
import { shownSide } from "./values.ts";

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

export function questionRow(
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
