import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { Notice } from "../protocol/page.ts";
import type { Page } from "./context.ts";
import type { FormPage } from "./formPage.ts";
import { icon, iconButton } from "./icon.ts";

function noticeElement(id: string): string {
  return `notice-${id}`;
}

/** Brings a notice into view, for keys and screen readers, too. */
export function enterNotice(id: string): void {
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
