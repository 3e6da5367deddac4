// What stands above the form: what it is, what can be done with it, and the fields that everybody looks for.
import { html, nothing, type TemplateResult } from "lit";
import type { DraftState, Heading } from "../protocol/page.ts";
import type { PageTexts } from "../protocol/pageTexts.ts";
import { dot } from "./dot.ts";
import { filled } from "./filled.ts";
import type { FormContent, FormPage } from "./formPage.ts";
import { icon } from "./icon.ts";

function draftState(
  state: DraftState,
  isNotKept: boolean,
  { header }: PageTexts,
): TemplateResult | typeof nothing {
  const warning = (text: string): TemplateResult =>
    html`<span class="draft-state is-warning">${icon("warning")} ${text}</span>`;
  if (isNotKept) return warning(header.notKept);
  switch (state.kind) {
    case "nothing":
      return nothing;
    case "keeping":
      return html`<span class="draft-state">${header.keeping}</span>`;
    case "kept":
      return html`<span class="draft-state">${state.text}</span>`;
    case "notKept":
      return warning(state.text);
    case "sending":
      return html`<span class="draft-state"
        ><vscode-progress-ring></vscode-progress-ring>${header.sending}</span
      >`;
  }
}

function saveText(changes: number, isNew: boolean, { header }: PageTexts): string {
  if (isNew) return header.create;
  if (changes === 0) return header.save;
  return changes === 1 ? header.saveOne : filled(header.saveMany, changes);
}

function origin({ reference, origin, color }: Heading): TemplateResult {
  return html`<p class="origin">
    ${dot(color) === nothing ? html`<span class="dot"></span>` : dot(color)}<bdi>${reference}</bdi>${origin.map(
      (part) => html`<span class="separator" aria-hidden="true">·</span><bdi>${part}</bdi>`,
    )}
  </p>`;
}

/** Stays in sight. */
export function actionRow(page: FormPage, { heading, form, draft }: FormContent): TemplateResult {
  const { texts } = page;
  const changes = page.copy.inputs.size;
  const isSending = draft.state.kind === "sending";
  const canSave = (changes > 0 || form.isNew) && !isSending && !draft.isElsewhere;
  return html`<header class="actions-bar">
    ${origin(heading)}
    <div class="actions" role="group" aria-label=${texts.header.actions}>
      ${draftState(draft.state, page.unheard.isLate || page.copy.heldBack !== undefined, texts)}
      ${
        changes > 0 && !draft.isElsewhere
          ? html`<vscode-button
              secondary
              aria-disabled=${isSending ? "true" : nothing}
              @click=${() => {
                if (!isSending) void page.discard();
              }}
              >${texts.header.discard}</vscode-button
            >`
          : nothing
      }
      <vscode-button
        ?secondary=${!canSave}
        aria-disabled=${canSave ? nothing : "true"}
        @click=${() => {
          if (canSave) void page.save();
        }}
        >${saveText(changes, form.isNew, texts)}</vscode-button
      >
      <vscode-toolbar-button
        icon="refresh"
        label=${texts.header.refresh}
        title=${texts.header.refresh}
        @click=${() => void page.call("refresh", null)}
      ></vscode-toolbar-button>
      ${
        form.isNew
          ? nothing
          : html`<vscode-toolbar-button
              icon="link-external"
              label=${texts.header.openInBrowser}
              title=${texts.header.openInBrowser}
              @click=${() => void page.call("openInBrowser", null)}
            ></vscode-toolbar-button>`
      }
    </div>
  </header>`;
}

/** Title, state and assignee: the fields themselves, which stand nowhere else. */
export function titleBlock(page: FormPage, { heading, form }: FormContent): TemplateResult {
  const { title, status, assignee } = form.promoted;
  const field = (target: number, look: string): TemplateResult =>
    html`<artifact-field .page=${page} .target=${target} look=${look}></artifact-field>`;
  // Who opened it is parted from what stands before it, on whose line the sign stays.
  const fact = (content: TemplateResult, isLast: boolean): TemplateResult =>
    isLast && heading.opened !== undefined
      ? html`<span class="fact">${content}<span class="separator dim" aria-hidden="true">·</span></span>`
      : content;
  return html`<div class="title-block">
    ${
      title === undefined
        ? html`<h1 dir="auto">${heading.title ?? heading.reference}</h1>`
        : html`<h1>${field(title, "title")}</h1>`
    }
    <div class="facts">
      ${status === undefined ? nothing : fact(field(status, "status"), assignee === undefined)}
      ${
        assignee === undefined
          ? nothing
          : html`<span class="dim">${page.texts.header.assignedTo}</span
              >${fact(field(assignee, "inline"), true)}`
      }
      ${heading.opened === undefined ? nothing : html`<bdi class="dim">${heading.opened}</bdi>`}
    </div>
  </div>`;
}
