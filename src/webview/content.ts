// What a page shows. Texts are set as texts, so that nothing in them is ever taken for markup.
import { html, nothing, type TemplateResult } from "lit";
import type { PageContent, ShownField } from "../protocol/page.ts";

function field({ label, text }: ShownField): TemplateResult {
  return html`<dt dir="auto">${label}</dt>
    <dd dir="auto">${text}</dd>`;
}

function artifact({
  heading,
  origin,
  status,
  isOpen,
  fields,
}: PageContent & { kind: "artifact" }): TemplateResult {
  const badge =
    status === undefined
      ? nothing
      : html`<span class="status ${isOpen === false ? "closed" : "open"}">${status}</span>`;
  return html`<header>
      <p class="origin">${origin}</p>
      <h1 dir="auto">${heading}</h1>
      ${badge}
    </header>
    <dl>${fields.map(field)}</dl>`;
}

export function draw(content: PageContent, wantContent: () => void): TemplateResult {
  switch (content.kind) {
    case "loading":
      return html`<p role="status">${content.text}</p>`;
    case "problem":
      return html`<p role="alert">${content.text}</p>
        <button @click=${wantContent}>${content.retry}</button>`;
    case "artifact":
      return artifact(content);
  }
}
