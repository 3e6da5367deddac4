// Renders what is above the form: actions bar, notices, and title with status and assignee.
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { FormPageDraftState, FormHeading, Notice } from "../../protocol/formProtocol.ts";
import type { FormTexts } from "../../protocol/formTexts.ts";
import { fillPlaceholders } from "../shared/localization.ts";
import { renderColorDot, renderIcon, renderIconButton } from "../shared/icons.ts";
import type { FormPageContext } from "./formPageContext.ts";
import type { FormContent, FormPage } from "./formPage.ts";

function toNoticeElementId(id: string): string {
  return `notice-${id}`;
}

function focusNotice(id: string): void {
  document.getElementById(toNoticeElementId(id))?.focus();
}

function renderNoticeActions(
  page: FormPageContext,
  noticeId: string,
  actions: Notice["actions"],
): TemplateResult {
  return html`<div class="notice-actions">
    ${actions.map(
      ({ id: actionId, label }) =>
        html`<vscode-button
          secondary
          @click=${() => void page.call("runNoticeAction", { noticeId, actionId })}
          >${label}</vscode-button
        >`,
    )}
  </div>`;
}

function renderNotice(
  page: FormPageContext,
  { id, severity, text, details, choices = [], actions }: Notice,
): TemplateResult {
  return html`<div
    id=${toNoticeElementId(id)}
    class="notice is-${severity}"
    tabindex="-1"
    role=${severity === "error" ? "alert" : "status"}
  >
    ${renderIcon(severity)}
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
            ${renderNoticeActions(page, id, choice.actions)}
          </div>`,
      )}
    </div>
    ${renderNoticeActions(page, id, actions)}
  </div>`;
}

const remoteChangeNoticeIds = new Set(["remoteChanges", "merged", "concurrentWrites"]);

/** Notices about remote changes are in an element of their own, which stays visible while the page scrolls. */
export function renderNotices(page: FormPage, notices: readonly Notice[]): TemplateResult {
  const renderList = (list: readonly Notice[]): unknown =>
    repeat(
      list,
      ({ id }) => id,
      (notice) => renderNotice(page, notice),
    );
  const remoteChanges = notices.filter(({ id }) => remoteChangeNoticeIds.has(id));
  return html`<div class="notices">
      ${page.errorText === undefined ? nothing : renderError(page, page.errorText)}
      ${renderList(notices.filter(({ id }) => !remoteChangeNoticeIds.has(id)))}
    </div>
    ${remoteChanges.length === 0 ? nothing : html`<div class="remote-changes">${renderList(remoteChanges)}</div>`}`;
}

function renderError(page: FormPage, text: string): TemplateResult {
  return html`<div class="notice is-error" role="alert">
    ${renderIcon("error")}
    <div class="notice-text"><p dir="auto">${text}</p></div>
    ${renderIconButton("close", page.texts.dismiss, () => page.showError(undefined))}
  </div>`;
}

function renderDraftState(
  state: FormPageDraftState,
  isNotSaved: boolean,
  { header }: FormTexts,
): TemplateResult | typeof nothing {
  const warning = (text: string): TemplateResult =>
    html`<span class="draft-state is-warning">${renderIcon("warning")} ${text}</span>`;
  if (isNotSaved) return warning(header.draftNotSaved);
  switch (state.kind) {
    case "empty":
      return nothing;
    case "saving":
      return html`<span class="draft-state">${header.savingDraft}</span>`;
    case "saved":
      return html`<span class="draft-state">${state.text}</span>`;
    case "failed":
      return warning(state.text);
    case "savingToServer":
      return html`<span class="draft-state"
        ><vscode-progress-ring></vscode-progress-ring>${header.saving}</span
      >`;
  }
}

/** The outcome of the last save; its notice may be out of view. */
function renderSaveOutcome(notices: readonly Notice[]): TemplateResult | typeof nothing {
  const notice = notices.findLast(({ outcome }) => outcome !== undefined);
  if (notice === undefined) return nothing;
  const { id, severity, text, outcome } = notice;
  return html`<button
    type="button"
    class="save-outcome is-${severity}"
    title=${text}
    @click=${() => focusNotice(id)}
  >
    ${renderIcon(severity)} ${outcome}
  </button>`;
}

function formatSaveLabel(changes: number, isNew: boolean, { header }: FormTexts): string {
  if (isNew) return header.create;
  if (changes === 0) return header.save;
  return changes === 1 ? header.saveOne : fillPlaceholders(header.saveMany, changes);
}

function renderOrigin({ reference, breadcrumbs, color }: FormHeading): TemplateResult {
  return html`<p class="origin">
    ${renderColorDot(color) === nothing ? html`<span class="color-dot"></span>` : renderColorDot(color)}<bdi>${reference}</bdi>${breadcrumbs.map(
      (part) => html`<span class="separator" aria-hidden="true">·</span><bdi>${part}</bdi>`,
    )}
  </p>`;
}

interface ActionButton {
  readonly label: string;
  readonly variant: "primary" | "secondary";
  /** A disabled button stays focusable. */
  readonly isDisabled: boolean;
  readonly onClick: () => void;
}

export function renderActionButton({ label, variant, isDisabled, onClick }: ActionButton): TemplateResult {
  return html`<vscode-button
    ?secondary=${variant === "secondary"}
    aria-disabled=${isDisabled ? "true" : nothing}
    @click=${() => {
      if (!isDisabled) onClick();
    }}
    >${label}</vscode-button
  >`;
}

/** Stays visible while the page scrolls. */
export function renderActionsBar(
  page: FormPage,
  { heading, draft }: FormContent,
  actions: TemplateResult,
): TemplateResult {
  const { texts } = page;
  return html`<header class="actions-bar">
    ${renderOrigin(heading)}
    <div class="actions" role="group" aria-label=${texts.header.actions}>
      ${draft.state.kind === "savingToServer" ? nothing : renderSaveOutcome(draft.notices)}
      ${renderDraftState(draft.state, page.pendingEdits.isConfirmationLate || page.draftCopy.tooLongTarget !== undefined, texts)}
      ${actions}
    </div>
  </header>`;
}

export function renderFormActions(page: FormPage, content: FormContent): TemplateResult {
  const { form, draft, heading } = content;
  const { header } = page.texts;
  const changes = page.draftCopy.inputs.size;
  const isSaving = draft.state.kind === "savingToServer";
  const isLocked = draft.isOpenInOtherWindow || form.isReadOnly === true;
  const canSave = (changes > 0 || form.isNew) && !isSaving && !isLocked;
  return renderActionsBar(
    page,
    content,
    html`${
        changes > 0 && !draft.isOpenInOtherWindow
          ? renderActionButton({
              label: header.discard,
              variant: "secondary",
              isDisabled: isSaving,
              onClick: () => void page.discard(),
            })
          : nothing
      }
      ${renderActionButton({
        label: formatSaveLabel(changes, form.isNew, page.texts),
        variant: canSave ? "primary" : "secondary",
        isDisabled: !canSave,
        onClick: () => void page.save(),
      })}
      <vscode-toolbar-button
        icon="refresh"
        label=${header.refresh}
        title=${header.refresh}
        @click=${() => void page.call("refresh", null)}
      ></vscode-toolbar-button>
      ${
        !heading.hasWebPage
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

/** Title, status and assignee; the form below doesn't repeat these fields. */
export function renderTitleBlock(page: FormPage, { heading, form }: FormContent): TemplateResult {
  const { title, status, assignee } = form.promoted;
  const field = (target: number, variant: string): TemplateResult =>
    html`<artifact-field .page=${page} .target=${target} variant=${variant}></artifact-field>`;
  const detail = (content: TemplateResult): TemplateResult =>
    html`<span class="title-detail">${content}</span>`;
  return html`<div class="title-block">
    ${
      title === undefined
        ? html`<h1 dir="auto">${heading.title ?? heading.reference}</h1>`
        : html`<h1>${field(title, "title")}</h1>`
    }
    <div class="title-details">
      ${status === undefined ? nothing : detail(field(status, "status"))}
      ${
        assignee === undefined
          ? nothing
          : detail(html`<span class="dim">${page.texts.header.assignedTo}</span>${field(assignee, "inline")}`)
      }
      ${heading.submitted === undefined ? nothing : detail(html`<bdi class="dim">${heading.submitted}</bdi>`)}
    </div>
  </div>`;
}
