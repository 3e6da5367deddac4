// The whole page. What is large is drawn only when the form itself is another one.
import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { keyed } from "lit/directives/keyed.js";
import { repeat } from "lit/directives/repeat.js";
import type { Block, Form } from "../../model/form/form.ts";
import { hiddenFields } from "../../model/form/layout.ts";
import { filled } from "../shared/format.ts";
import { iconButton } from "../shared/icons.ts";
import { conflictView } from "./conflictView.ts";
import type { Page } from "./context.ts";
import { wholeText } from "./fields/shown.ts";
import type { FormContent, FormPage } from "./formPage.ts";
import { formActions, noticeList, titleBlock } from "./header.ts";

// The fields in the arrangement of the tracker.

/** Fields that follow each other share a grid; whatever stands between them gets a row of its own. */
type Group = { readonly kind: "fields"; readonly ids: readonly number[] } | Exclude<Block, { kind: "field" }>;

function grouped(blocks: readonly Block[]): readonly Group[] {
  const groups: Group[] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (block.kind !== "field") {
      groups.push(block);
    } else {
      const before = last?.kind === "fields" ? last.ids : [];
      if (last?.kind === "fields") groups.pop();
      groups.push({ kind: "fields", ids: [...before, block.fieldId] });
    }
  }
  return groups;
}

function fields(page: Page, ids: readonly number[]): TemplateResult {
  return html`<div class="grid">
    ${repeat(
      ids,
      (id) => id,
      (id) => html`<artifact-field .page=${page} .target=${id}></artifact-field>`,
    )}
  </div>`;
}

function group(page: Page, each: Group): unknown {
  switch (each.kind) {
    case "fields":
      return fields(page, each.ids);
    case "section":
      return keyed(
        each.id,
        html`<section>
          <h2 dir="auto">${each.label}</h2>
          ${layout(page, each.content)}
        </section>`,
      );
    case "columns":
      // A column by itself has the room of two.
      if (each.columns.length === 1) return layout(page, each.columns.flat());
      return html`<div class="columns">
        ${each.columns.map((column) => html`<div class="column">${layout(page, column)}</div>`)}
      </div>`;
    case "richText":
      return html`<artifact-rich-text
        class="decoration"
        .page=${page}
        .source=${each.html}
        .format=${"html"}
      ></artifact-rich-text>`;
    case "separator":
      return html`<hr />`;
  }
}

function layout(page: Page, blocks: readonly Block[]): TemplateResult {
  return html`${grouped(blocks).map((each) => group(page, each))}`;
}

// The commits that mention what is shown.

function commitList({ commits, texts, call }: FormPage): TemplateResult | typeof nothing {
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
