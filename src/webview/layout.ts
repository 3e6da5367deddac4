// The fields in the arrangement of the tracker.
import { html, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { repeat } from "lit/directives/repeat.js";
import type { Block } from "../model/form/form.ts";
import type { Page } from "./context.ts";

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

export function layout(page: Page, blocks: readonly Block[]): TemplateResult {
  return html`${grouped(blocks).map((each) => group(page, each))}`;
}
