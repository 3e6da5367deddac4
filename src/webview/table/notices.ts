// Between heading and rows: what went wrong, what to know about the result, what loading a column would take.
import { html, nothing, type TemplateResult } from "lit";
import { filled } from "../filled.ts";
import { icon, iconButton } from "../icon.ts";
import type { TablePage } from "./tablePage.ts";

type Severity = "info" | "warning" | "error";

function notice(severity: Severity, text: string, ...actions: readonly TemplateResult[]): TemplateResult {
  return html`<div class="notice is-${severity}" role=${severity === "error" ? "alert" : "status"}>
    ${icon(severity)}<span class="notice-text" dir="auto">${text}</span>${actions}
  </div>`;
}

function button(label: string, look: "primary" | "secondary", act: () => void): TemplateResult {
  return html`<vscode-button ?secondary=${look === "secondary"} @click=${act}>${label}</vscode-button>`;
}

function reading(page: TablePage): TemplateResult | typeof nothing {
  const { reading } = page.state;
  const { reading: texts } = page.texts;
  if (reading.kind === "problem") {
    return notice(
      "error",
      reading.text,
      button(texts.again, "secondary", () => page.tell(page.call("refresh", null))),
    );
  }
  if (reading.kind !== "read" || reading.rest === undefined) return nothing;
  return notice("warning", filled(texts.rest, page.formats.number(reading.rest)));
}

/** What it would take to load a column, or how far it has got. */
function loading(page: TablePage): TemplateResult | typeof nothing {
  const { load: texts } = page.texts;
  const { formats } = page;
  const { offer } = page.columnLoading;
  if (offer !== undefined) {
    const text = filled(
      offer.purpose.kind === "sort" ? texts.offerSort : texts.offerFind,
      page.labelOf(offer.key),
      formats.number(offer.count),
      filled(texts.about, formats.duration(offer.seconds)),
    );
    return notice(
      "info",
      text,
      button(texts.load, "primary", () => page.tell(page.columnLoading.accept())),
      button(texts.dismiss, "secondary", () => page.columnLoading.decline()),
    );
  }
  const { loading } = page.values;
  // What is there in a moment needs no bar.
  if (loading === undefined || loading.ids.length <= 100) return nothing;
  const { key, ids, done } = loading;
  const text = filled(texts.loading, page.labelOf(key), formats.number(done), formats.number(ids.length));
  return html`<div class="notice is-progress">
    <span class="notice-text" dir="auto">${text}</span>
    <progress max=${ids.length} value=${done} aria-label=${text}></progress>
    ${button(texts.cancel, "secondary", () => {
      page.values.stopLoading();
      page.say(filled(texts.cancelled, formats.number(done), formats.number(ids.length)));
    })}
  </div>`;
}

/** In place of rows. */
export function emptiness(page: TablePage): TemplateResult | typeof nothing {
  const { reading: texts } = page.texts;
  const { reading } = page.state;
  if (page.shown.rows.length > 0 || reading.kind === "problem") return nothing;
  if (page.allRows.length > 0) return html`<p>${filled(texts.nothingFound, page.search.text)}</p>`;
  return reading.kind === "read" ? html`<p>${texts.nothing}</p>` : nothing;
}

export function noticesView(page: TablePage): TemplateResult {
  const { trouble } = page;
  return html`${
    trouble === undefined
      ? nothing
      : notice(
          "error",
          trouble,
          iconButton("close", page.texts.dismiss, () => page.complain(undefined)),
        )
  }
  ${reading(page)} ${page.state.notes.map((note) => notice("warning", note))} ${loading(page)}`;
}
