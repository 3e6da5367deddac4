// The commits that mention what is shown.
import { html, nothing, type TemplateResult } from "lit";
import type { FormPage } from "./formPage.ts";

export function commitList({ commits, texts, call }: FormPage): TemplateResult | typeof nothing {
  if (commits === undefined) return nothing;
  return html`<section class="commits">
    <h2>${texts.commits}</h2>
    <ul tabindex="0" aria-label=${texts.commits}>
      ${commits.list.map(
        ({ repository, hash, short, subject, by, exactly }) =>
          html`<li>
            <button type="button" class="link" @click=${() => void call("openCommit", { repository, hash })}>
              ${short} <bdi>${subject}</bdi>
            </button>
            <span class="dim" title=${exactly}>${by}</span>
          </li>`,
      )}
    </ul>
    ${commits.notes.map((note) => html`<p class="dim">${note}</p>`)}
  </section>`;
}
