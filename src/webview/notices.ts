import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { Notice } from "../protocol/page.ts";
import type { Page } from "./context.ts";
import type { FormPage } from "./formPage.ts";
import { icon, iconButton } from "./icon.ts";

function notice(page: Page, { id, severity, text, details, actions }: Notice): TemplateResult {
  return html`<div class="notice is-${severity}" role=${severity === "error" ? "alert" : "status"}>
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
    </div>
    <div class="notice-actions">
      ${actions.map(
        (action) =>
          html`<vscode-button
            secondary
            @click=${() => void page.call("act", { noticeId: id, actionId: action.id })}
            >${action.label}</vscode-button
          >`,
      )}
    </div>
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
