// What stands above the form: what it is, what can be done with it, and the fields that everybody looks for.
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { DraftState, Heading, Notice } from "../../protocol/page.ts";
import type { PageTexts } from "../../protocol/pageTexts.ts";
import { filled } from "../shared/format.ts";
import { dot, icon, iconButton } from "../shared/icons.ts";
import type { Page } from "./context.ts";
import type { FormContent, FormPage } from "./formPage.ts";

function noticeElement(id: string): string {
  return `notice-${id}`;
}

/** Brings a notice into view, for keys and screen readers, too. */
function enterNotice(id: string): void {
  document.getElementById(noticeElement(id))?.focus();
}

function actionButtons(page: Page, noticeId: string, actions: Notice["actions"]): TemplateResult {
  return html`<div class="notice-actions">
    ${actions.map(
      ({ id: actionId, label }) =>
        html`<vscode-button secondary @click=${() => void page.call("act", { noticeId, actionId })}
          >${label}</vscode-button
        >`,
    )}
  </div>`;
}

function notice(page: Page, { id, severity, text, details, choices = [], actions }: Notice): TemplateResult {
  return html`<div
    id=${noticeElement(id)}
    class="notice is-${severity}"
    tabindex="-1"
    role=${severity === "error" ? "alert" : "status"}
  >
    ${icon(severity)}
    <div class="notice-text">
      <p dir="auto">${text}</p>
      ${
        details.length === 0
          ? nothing
          : html`<ul>
              ${details.map((detail) => html`<li dir="auto">${detail}</li>`)}
            </ul>`
      }
      ${choices.map(
        (choice) =>
          html`<div class="notice-choice" role="group" aria-label=${choice.text}>
            <p dir="auto">${choice.text}</p>
            ${actionButtons(page, id, choice.actions)}
          </div>`,
      )}
    </div>
    ${actionButtons(page, id, actions)}
  </div>`;
}

/** Notices of what others have done meanwhile. */
const aboutOthers = new Set(["news", "merged", "beside"]);

/** What the host says, and before it what the host could not do. What others have done meanwhile stays in sight. */
export function noticeList(page: FormPage, notices: readonly Notice[]): TemplateResult {
  const list = (some: readonly Notice[]): unknown =>
    repeat(
      some,
      ({ id }) => id,
      (each) => notice(page, each),
    );
  const news = notices.filter(({ id }) => aboutOthers.has(id));
  return html`<div class="notices">
      ${page.trouble === undefined ? nothing : trouble(page, page.trouble)}
      ${list(notices.filter(({ id }) => !aboutOthers.has(id)))}
    </div>
    ${news.length === 0 ? nothing : html`<div class="news">${list(news)}</div>`}`;
}

function trouble(page: FormPage, text: string): TemplateResult {
  return html`<div class="notice is-error" role="alert">
    ${icon("error")}
    <div class="notice-text"><p dir="auto">${text}</p></div>
    ${iconButton("close", page.texts.dismiss, () => page.complain(undefined))}
  </div>`;
}

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

/** What a save came to: the notice that says more may be far from what somebody sees. */
function saveOutcome(notices: readonly Notice[]): TemplateResult | typeof nothing {
  const notice = notices.findLast(({ outcome }) => outcome !== undefined);
  if (notice === undefined) return nothing;
  const { id, severity, text, outcome } = notice;
  return html`<button
    type="button"
    class="save-outcome is-${severity}"
    title=${text}
    @click=${() => enterNotice(id)}
  >
    ${icon(severity)} ${outcome}
  </button>`;
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

interface Action {
  readonly label: string;
  readonly look: "primary" | "secondary";
  /** There is nothing for it to do now; it keeps its place, and the focus. */
  readonly isIdle: boolean;
  readonly act: () => void;
}

export function actionButton({ label, look, isIdle, act }: Action): TemplateResult {
  return html`<vscode-button
    ?secondary=${look === "secondary"}
    aria-disabled=${isIdle ? "true" : nothing}
    @click=${() => {
      if (!isIdle) act();
    }}
    >${label}</vscode-button
  >`;
}

/** Stays in sight. */
export function actionsBar(
  page: FormPage,
  { heading, draft }: FormContent,
  actions: TemplateResult,
): TemplateResult {
  const { texts } = page;
  return html`<header class="actions-bar">
    ${origin(heading)}
    <div class="actions" role="group" aria-label=${texts.header.actions}>
      ${draft.state.kind === "sending" ? nothing : saveOutcome(draft.notices)}
      ${draftState(draft.state, page.unheard.isLate || page.copy.heldBack !== undefined, texts)} ${actions}
    </div>
  </header>`;
}

/** What can be done with the form. */
export function formActions(page: FormPage, content: FormContent): TemplateResult {
  const { form, draft, heading } = content;
  const { header } = page.texts;
  const changes = page.copy.inputs.size;
  const isSending = draft.state.kind === "sending";
  const isLocked = draft.isElsewhere || form.isReadOnly === true;
  const canSave = (changes > 0 || form.isNew) && !isSending && !isLocked;
  return actionsBar(
    page,
    content,
    html`${
        changes > 0 && !draft.isElsewhere
          ? actionButton({
              label: header.discard,
              look: "secondary",
              isIdle: isSending,
              act: () => void page.discard(),
            })
          : nothing
      }
      ${actionButton({
        label: saveText(changes, form.isNew, page.texts),
        look: canSave ? "primary" : "secondary",
        isIdle: !canSave,
        act: () => void page.save(),
      })}
      <vscode-toolbar-button
        icon="refresh"
        label=${header.refresh}
        title=${header.refresh}
        @click=${() => void page.call("refresh", null)}
      ></vscode-toolbar-button>
      ${
        !heading.hasPage
          ? nothing
          : html`<vscode-toolbar-button
              icon="link-external"
              label=${header.openInBrowser}
              title=${header.openInBrowser}
              @click=${() => void page.call("openInBrowser", null)}
            ></vscode-toolbar-button>`
      }`,
  );
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
