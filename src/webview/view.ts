// The whole page. What is large is drawn only when the form itself is another one.
import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { Block, Form } from "../model/form/form.ts";
import { hiddenFields } from "../model/form/layout.ts";
import { commitList } from "./commits.ts";
import { conflictView } from "./conflict/view.ts";
import { wholeText } from "./fields/shown.ts";
import { filled } from "./filled.ts";
import type { FormContent, FormPage } from "./formPage.ts";
import { formActions, titleBlock } from "./header.ts";
import { iconButton } from "./icon.ts";
import { layout } from "./layout.ts";
import { noticeList } from "./notices.ts";

function sections(page: FormPage, ids: readonly number[]): readonly TemplateResult[] {
  return ids.map(
    (id) =>
      html`<section><artifact-field .page=${page} .target=${id} look="section"></artifact-field></section>`,
  );
}

/** What was typed into fields that are no more: it can be read, copied and let go. */
function goneFields(page: FormPage, form: Form): TemplateResult | typeof nothing {
  const known = new Set(form.fields.map(({ id }) => id));
  const gone = [...page.copy.inputs].filter(([target]) => target !== "comment" && !known.has(target));
  if (gone.length === 0) return nothing;
  return html`<section class="gone">
    ${gone.map(([target, input]) => {
      const label = filled(page.texts.goneField, target);
      return html`<div id="field-${target}" class="field is-block is-changed is-wide">
        <div class="label-row">
          <span class="label">${label}</span>
          ${iconButton("discard", filled(page.texts.putBack, label), () => page.edit(target, undefined, false))}
        </div>
        <div class="typed" dir="auto">${wholeText(input, page.texts)}</div>
        <p class="problem">${page.texts.problems.fieldGone}</p>
      </div>`;
    })}
  </section>`;
}

const hidden = new WeakMap<Form, readonly number[]>();

/** What the tracker hides is shown where something was typed, or is wrong: nothing else could be done about it. */
function unhiddenFields(page: FormPage, form: Form): TemplateResult | typeof nothing {
  const ids = hidden.get(form) ?? hiddenFields(form);
  hidden.set(form, ids);
  for (const id of ids) {
    if (page.copy.inputs.has(id) || page.views?.problems.has(id) === true) page.unhidden.add(id);
  }
  const shown = ids.filter((id) => page.unhidden.has(id));
  if (shown.length === 0) return nothing;
  return html`<section>${layout(page, fieldBlocks(shown))}</section>`;
}

function fieldBlocks(ids: readonly number[]): readonly Block[] {
  return ids.map((fieldId) => ({ kind: "field", fieldId }));
}

function formView(page: FormPage, content: FormContent): TemplateResult {
  const { form, draft, heading } = content;
  return html`${formActions(page, content)}
  ${guard([form, heading, page.texts], () => titleBlock(page, content))} ${noticeList(page, draft.notices)}
  ${guard([form], () => html`<div class="form">${layout(page, form.layout)}</div>`)}
  ${unhiddenFields(page, form)} ${goneFields(page, form)}
  ${guard([form], () => sections(page, [...form.linkFields, ...form.fileFields]))}
  ${
    form.takesComment && !draft.isElsewhere
      ? html`<section>
          <artifact-field .page=${page} .target=${"comment"} look="comment"></artifact-field>
        </section>`
      : nothing
  }
  ${guard([page.commits, page.texts], () => commitList(page))}
  ${
    form.isNew || page.history?.kind === "none"
      ? nothing
      : html`<section>
          <artifact-activity .page=${page} .history=${page.history}></artifact-activity>
        </section>`
  }`;
}

function content(page: FormPage): TemplateResult {
  const shown = page.content;
  switch (shown?.kind) {
    case undefined:
      return html``;
    case "loading":
      return html`<p class="whole" role="status">
        <vscode-progress-ring></vscode-progress-ring> ${shown.text}
      </p>`;
    case "problem":
      return html`<div class="whole">
        <p role="alert" dir="auto">${shown.text}</p>
        <vscode-button
          @click=${() => void page.call("act", { noticeId: "problem", actionId: shown.action.id })}
          >${shown.action.label}</vscode-button
        >
      </div>`;
    case "form":
      return shown.draft.conflict === undefined
        ? formView(page, shown)
        : conflictView(page, shown, shown.draft.conflict);
  }
}

export function view(page: FormPage): TemplateResult {
  return html`${content(page)}
    <div class="visually-hidden" role="status" aria-live="polite">${page.said}</div>`;
}
