// What stands in place of the form while the person decides between their own and what others have saved.
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { MergedField, PageConflict } from "../../protocol/page.ts";
import { filled } from "../filled.ts";
import type { FormContent, FormPage } from "../formPage.ts";
import { actionButton, actionsBar } from "../header.ts";
import { noticeList } from "../notices.ts";
import { enterQuestion } from "./enterQuestion.ts";
import { questionRow } from "./question.ts";

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
