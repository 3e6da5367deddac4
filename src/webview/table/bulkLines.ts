// What becomes of each artifact: old and new, or why not.
import { html, nothing, type TemplateResult } from "lit";
import type { BulkLine } from "../../protocol/table.ts";
import { filled } from "../filled.ts";
import { icon } from "../icon.ts";
import type { TablePage } from "./tablePage.ts";

/** So many are drawn at first; whoever wants more asks for them. */
const batch = 100;

const icons: Readonly<Partial<Record<BulkLine["kind"], string>>> = {
  done: "pass",
  conflict: "git-compare",
  refused: "error",
  failed: "error",
  notTried: "circle-slash",
};

/** How many of a list are drawn. */
const drawn = new WeakMap<readonly BulkLine[], number>();

function change(page: TablePage, { before, after }: BulkLine): TemplateResult | typeof nothing {
  const { bulk: texts, row } = page.texts;
  if (before === "" && after === "") return nothing;
  if (before === after) return html`<bdi>${after}</bdi>`;
  return html`<bdi>${before === "" ? row.empty : before}</bdi> <span aria-hidden="true">→</span
    ><span class="visually-hidden">${texts.becomes}</span> <bdi>${after === "" ? row.empty : after}</bdi>`;
}

/** What happens, and where nothing does, why. */
function words(page: TablePage, each: BulkLine): TemplateResult {
  const { kind, before, after, text } = each;
  const why = text === "" && kind !== "change" && kind !== "done" ? page.texts.bulk.kinds[kind] : text;
  const isParted = why !== "" && (before !== "" || after !== "");
  return html`${change(page, each)}${isParted ? html` <span class="dim" aria-hidden="true">·</span>` : nothing}${
    why === "" ? nothing : html` <span class="why" dir="auto">${why}</span>`
  }`;
}

function line(page: TablePage, each: BulkLine): TemplateResult {
  const name = icons[each.kind];
  return html`<li class="is-${each.kind}">
    ${name === undefined ? nothing : icon(name)}<span class="visually-hidden"
      >${page.texts.bulk.kinds[each.kind]}</span
    >
    <button type="button" class="open-link" title=${each.title} @click=${() => page.act("open", [each.id])}>
      #${each.id}
    </button>
    <span class="words">${words(page, each)}</span>
    <bdi class="line-title dim">${each.title}</bdi>
  </li>`;
}

export function bulkLines(page: TablePage, lines: readonly BulkLine[]): TemplateResult {
  const count = drawn.get(lines) ?? batch;
  const more = lines.length - count;
  return html`<ul class="bulk-lines">
    ${lines.slice(0, count).map((each) => line(page, each))}
    ${
      more <= 0
        ? nothing
        : html`<li>
            <button
              type="button"
              class="quiet"
              @click=${() => {
                drawn.set(lines, count + 10 * batch);
                page.update();
              }}
            >
              ${filled(page.texts.bulk.more, page.formats.number(more))}
            </button>
          </li>`
    }
  </ul>`;
}
