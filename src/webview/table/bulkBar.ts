// The bar below the rows: what is selected, what can be done with it, and one change for all of it.
import { html, nothing, type TemplateResult } from "lit";
import { type BulkLine, type Offers, roleFields, type RowAction } from "../../protocol/table.ts";
import { filled } from "../shared/format.ts";
import { icon, iconButton } from "../shared/icons.ts";
import type { EditableKey } from "./cellChanges.ts";
import type { TablePage } from "./tablePage.ts";

// What becomes of each artifact: old and new, or why not.

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

function bulkLines(page: TablePage, lines: readonly BulkLine[]): TemplateResult {
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

const actions: readonly (readonly [action: RowAction, icon: string])[] = [
  ["assignToMe", "person"],
  ["comment", "comment"],
  ["link", "link"],
  ["copyReference", "copy"],
  ["openInBrowser", "link-external"],
  ["delete", "trash"],
];

const roles: readonly EditableKey[] = ["status", "assignee"];
const roleIcons: Readonly<Record<EditableKey, string>> = {
  status: "circle-large-filled",
  assignee: "person-add",
};

function button(label: string, look: "primary" | "secondary", act: () => void): TemplateResult {
  return html`<vscode-button ?secondary=${look === "secondary"} @click=${act}>${label}</vscode-button>`;
}

/** A button that opens a list. */
function dropDown(
  className: string,
  name: string,
  label: string,
  hint: string,
  act: () => void,
): TemplateResult {
  return html`<button
    type="button"
    class="soft ${className}"
    aria-haspopup="listbox"
    aria-label=${label === "" ? hint : `${name}: ${label}`}
    @click=${act}
  >
    <bdi class=${label === "" ? "dim" : ""}>${label === "" ? hint : label}</bdi>${icon("chevron-down")}
  </button>`;
}

function selected(page: TablePage): TemplateResult {
  const { bulk: texts } = page.texts;
  const { size } = page.selection.ids;
  const text = size === 1 ? texts.selectedOne : filled(texts.selectedMany, page.formats.number(size));
  return html`<strong>${text}</strong>`;
}

function way(page: TablePage): TemplateResult {
  const { bulk: texts } = page.texts;
  const { field, how } = page.bulk;
  const ways = field?.ways ?? ["set"];
  if (ways.length < 2) return html`<span>${texts.ways[ways[0] ?? "set"]}</span>`;
  return html`<select
    class="way"
    aria-label=${texts.way}
    @change=${({ currentTarget }: Event & { currentTarget: HTMLSelectElement }) => {
      const chosen = ways.find((each) => each === currentTarget.value);
      if (chosen !== undefined) page.bulk.setWay(chosen);
    }}
  >
    ${ways.map((each) => html`<option value=${each} .selected=${each === how}>${texts.ways[each]}</option>`)}
  </select>`;
}

/** Typing is over when nobody types for this long, in milliseconds. */
const patience = 600;
let timer = 0;

function writing(page: TablePage, look: (Offers & { kind: "write" })["look"]): TemplateResult {
  const { bulk } = page;
  const { bulk: texts } = page.texts;
  const hint = { date: texts.dayFormat, dateTime: texts.timeFormat, line: "", text: "", number: "" }[look];
  const take = ({ value }: { readonly value: string }): void => {
    window.clearTimeout(timer);
    const isSame = bulk.value?.kind === "written" && bulk.value.text === value;
    if (!isSame && (value !== "" || bulk.value !== undefined)) bulk.write(value);
  };
  const input = ({
    currentTarget,
  }: Event & { currentTarget: HTMLInputElement | HTMLTextAreaElement }): void => {
    window.clearTimeout(timer);
    bulk.type(currentTarget.value);
    timer = window.setTimeout(() => take(currentTarget), patience);
  };
  const change = ({
    currentTarget,
  }: Event & { currentTarget: HTMLInputElement | HTMLTextAreaElement }): void => take(currentTarget);
  if (look === "text") {
    return html`<textarea
      class="bulk-value line"
      rows="1"
      dir="auto"
      aria-label=${texts.value}
      .value=${bulk.typed}
      @input=${input}
      @change=${change}
    ></textarea>`;
  }
  return html`<input
    type="text"
    class="bulk-value line"
    dir="auto"
    autocomplete="off"
    aria-label=${texts.value}
    placeholder=${hint}
    inputmode=${look === "number" ? "decimal" : nothing}
    .value=${bulk.typed}
    @input=${input}
    @change=${change}
    @keydown=${({ key, currentTarget }: KeyboardEvent & { currentTarget: HTMLInputElement }) => {
      // Also to empty the field.
      if (key === "Enter") bulk.write(currentTarget.value);
    }}
  />`;
}

function value(page: TablePage): TemplateResult {
  const { bulk } = page;
  const { bulk: texts } = page.texts;
  const { offers } = bulk;
  if (offers === undefined) return html`<vscode-progress-ring class="bulk-value"></vscode-progress-ring>`;
  if (offers.kind === "write") return writing(page, offers.look);
  return dropDown("bulk-value", texts.value, bulk.valueLabel, texts.chooseValue, () => bulk.openValues());
}

function choosing(page: TablePage): TemplateResult {
  const { bulk } = page;
  const { bulk: texts } = page.texts;
  const label = bulk.field?.label ?? "";
  const open = (): void => page.tell(bulk.openFields());
  return html`${selected(page)} ${way(page)}
  ${dropDown("bulk-field", texts.field, label, texts.chooseField, open)}
  ${
    bulk.field === undefined
      ? nothing
      : html`${texts.between[bulk.how] === "" ? nothing : html`<span>${texts.between[bulk.how]}</span>`}
        ${value(page)}`
  }`;
}

function progress(page: TablePage, text: string, done: number, of: number): TemplateResult {
  const shown = filled(text, page.formats.number(done), page.formats.number(of));
  return html`<span role="status">${shown}</span
    ><progress max=${of} value=${done} aria-label=${shown}></progress>`;
}

function changeButton(page: TablePage, count: number): TemplateResult {
  const { bulk: texts } = page.texts;
  const many = count === 1 ? texts.changeOne : filled(texts.changeMany, page.formats.number(count));
  const isIdle = !page.bulk.canRun;
  return html`<vscode-button
    class="bulk-run"
    ?secondary=${isIdle}
    aria-disabled=${isIdle ? "true" : nothing}
    @click=${() => page.tell(page.bulk.run())}
    >${count === 0 ? texts.changeNone : many}</vscode-button
  >`;
}

/** What can be done at the right end, by how far it has got. */
function ends(page: TablePage): TemplateResult {
  const { bulk } = page;
  const { bulk: texts } = page.texts;
  const { state } = bulk;
  const cancel = html`<button type="button" class="quiet" @click=${() => bulk.cancel()}>
    ${texts.cancel}
  </button>`;
  switch (state?.kind) {
    case "preview":
      return html`${cancel}${changeButton(page, state.count)}`;
    case "result":
      return html`${state.canUndo ? button(texts.undo, "secondary", () => page.tell(bulk.undo())) : nothing}
      ${button(texts.close, state.canUndo ? "primary" : "secondary", () => bulk.close())}`;
    case "previewing":
    case "running":
    case "undoing":
    case "problem":
      return cancel;
    case undefined:
      return bulk.field === undefined ? rowActions(page) : cancel;
  }
}

/** One row is changed by a list at its button, several by this bar. */
function decide(page: TablePage, role: EditableKey): void {
  const [id, ...more] = page.selectedIds;
  if (id === undefined) return;
  const anchor = (): DOMRect | undefined =>
    document.querySelector(`.bulk-ends .codicon-${roleIcons[role]}`)?.getBoundingClientRect();
  if (more.length > 0) page.tell(page.bulk.openFor([id, ...more], roleFields[role]));
  else page.tell(page.changes.edit(id, role, anchor));
}

function rowActions(page: TablePage): TemplateResult {
  const act = (action: RowAction): void => page.act(action, page.selectedIds);
  return html`${roles.map((role) =>
      iconButton(roleIcons[role], page.texts.actions[role], () => decide(page, role)),
    )}
    ${actions.map(([action, name]) => iconButton(name, page.texts.actions[action], () => act(action)))}
    <span class="gap" aria-hidden="true"></span>
    ${iconButton("close", page.texts.bulk.clear, () => {
      page.clearSelection();
      page.sight?.takeFocus();
    })}`;
}

function sentence(page: TablePage): TemplateResult {
  const { state } = page.bulk;
  const { bulk: texts } = page.texts;
  switch (state?.kind) {
    case "running":
      return progress(page, texts.running, state.done, state.of);
    case "undoing":
      return progress(page, texts.undoing, state.done, state.of);
    case "result":
      return html`<strong dir="auto">${state.summary}</strong>`;
    case "previewing":
    case "preview":
    case "problem":
    case undefined:
      return choosing(page);
  }
}

function details(page: TablePage): TemplateResult | typeof nothing {
  const { state } = page.bulk;
  const { bulk: texts } = page.texts;
  switch (state?.kind) {
    case "previewing":
      return html`<div class="bulk-progress">${progress(page, texts.previewing, state.done, state.of)}</div>`;
    case "problem":
      return html`<p class="bulk-problem" role="alert" dir="auto">${icon("error")} ${state.text}</p>`;
    case "preview":
    case "result":
      return bulkLines(page, state.lines);
    case "running":
    case "undoing":
    case undefined:
      return nothing;
  }
}

export function bulkBar(page: TablePage): TemplateResult | typeof nothing {
  const { bulk, selection, texts } = page;
  if (selection.ids.size === 0 && bulk.state === undefined) return nothing;
  return html`<section class="bulk" aria-label=${texts.bulk.bar}>
    <div class="bulk-head">
      <div class="bulk-sentence">${sentence(page)}</div>
      <div class="bulk-ends">${ends(page)}</div>
    </div>
    ${details(page)}
  </section>`;
}
