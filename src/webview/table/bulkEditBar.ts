// Renders the bulk edit bar below the rows: selection, actions, field and value, preview and result.
import { html, nothing, type TemplateResult } from "lit";
import {
  type BulkEditArtifact,
  type ValueChoices,
  roleFieldKeys,
  type RowAction,
} from "../../protocol/tableProtocol.ts";
import { fillPlaceholders } from "../shared/localization.ts";
import { renderIcon, renderIconButton } from "../shared/icons.ts";
import type { EditableColumn } from "./cellEditor.ts";
import type { TablePage } from "./tablePage.ts";

/** Number of lines that are rendered at first. */
const lineBatchSize = 100;

const lineIcons: Readonly<Partial<Record<BulkEditArtifact["kind"], string>>> = {
  done: "pass",
  conflict: "git-compare",
  refused: "error",
  failed: "error",
  notTried: "circle-slash",
};

const renderedLineCounts = new WeakMap<readonly BulkEditArtifact[], number>();

function renderChange(page: TablePage, { before, after }: BulkEditArtifact): TemplateResult | typeof nothing {
  const { bulkEdit: texts, row } = page.texts;
  if (before === "" && after === "") return nothing;
  if (before === after) return html`<bdi>${after}</bdi>`;
  return html`<bdi>${before === "" ? row.empty : before}</bdi> <span aria-hidden="true">→</span
    ><span class="visually-hidden">${texts.changedTo}</span> <bdi>${after === "" ? row.empty : after}</bdi>`;
}

/** The change, or why there is none. */
function renderLineText(page: TablePage, line: BulkEditArtifact): TemplateResult {
  const { kind, before, after, text } = line;
  const reason = text === "" && kind !== "change" && kind !== "done" ? page.texts.bulkEdit.kinds[kind] : text;
  const needsSeparator = reason !== "" && (before !== "" || after !== "");
  return html`${renderChange(page, line)}${needsSeparator ? html` <span class="dim" aria-hidden="true">·</span>` : nothing}${
    reason === "" ? nothing : html` <span class="line-reason" dir="auto">${reason}</span>`
  }`;
}

function renderLine(page: TablePage, line: BulkEditArtifact): TemplateResult {
  const name = lineIcons[line.kind];
  return html`<li class="is-${line.kind}">
    ${name === undefined ? nothing : renderIcon(name)}<span class="visually-hidden"
      >${page.texts.bulkEdit.kinds[line.kind]}</span
    >
    <button
      type="button"
      class="open-link"
      title=${line.title}
      @click=${() => page.runAction("open", [line.id])}
    >
      #${line.id}
    </button>
    <span class="line-text">${renderLineText(page, line)}</span>
    <bdi class="line-title dim">${line.title}</bdi>
  </li>`;
}

function renderLines(page: TablePage, lines: readonly BulkEditArtifact[]): TemplateResult {
  const count = renderedLineCounts.get(lines) ?? lineBatchSize;
  const more = lines.length - count;
  return html`<ul class="bulk-lines">
    ${lines.slice(0, count).map((line) => renderLine(page, line))}
    ${
      more <= 0
        ? nothing
        : html`<li>
            <button
              type="button"
              class="text-button"
              @click=${() => {
                renderedLineCounts.set(lines, count + 10 * lineBatchSize);
                page.requestRender();
              }}
            >
              ${fillPlaceholders(page.texts.bulkEdit.more, page.formatter.formatNumber(more))}
            </button>
          </li>`
    }
  </ul>`;
}

const rowActionIcons: readonly (readonly [action: RowAction, icon: string])[] = [
  ["assignToMe", "person"],
  ["comment", "comment"],
  ["link", "link"],
  ["copyReference", "copy"],
  ["openInBrowser", "link-external"],
  ["delete", "trash"],
];

const editableColumns: readonly EditableColumn[] = ["status", "assignee"];
const editableColumnIcons: Readonly<Record<EditableColumn, string>> = {
  status: "circle-large-filled",
  assignee: "person-add",
};

function renderButton(label: string, variant: "primary" | "secondary", onClick: () => void): TemplateResult {
  return html`<vscode-button ?secondary=${variant === "secondary"} @click=${onClick}
    >${label}</vscode-button
  >`;
}

function renderDropdownButton(
  className: string,
  name: string,
  label: string,
  hint: string,
  onClick: () => void,
): TemplateResult {
  return html`<button
    type="button"
    class="outline-button ${className}"
    aria-haspopup="listbox"
    aria-label=${label === "" ? hint : `${name}: ${label}`}
    @click=${onClick}
  >
    <bdi class=${label === "" ? "dim" : ""}>${label === "" ? hint : label}</bdi>${renderIcon("chevron-down")}
  </button>`;
}

function renderSelectionCount(page: TablePage): TemplateResult {
  const { bulkEdit: texts } = page.texts;
  const { size } = page.selection.ids;
  const text =
    size === 1 ? texts.selectedOne : fillPlaceholders(texts.selectedMany, page.formatter.formatNumber(size));
  return html`<strong>${text}</strong>`;
}

function renderOperationSelect(page: TablePage): TemplateResult {
  const { bulkEdit: texts } = page.texts;
  const { field, operation } = page.bulk;
  const operations = field?.operations ?? ["set"];
  if (operations.length < 2) return html`<span>${texts.operations[operations[0] ?? "set"]}</span>`;
  return html`<select
    class="operation"
    aria-label=${texts.operation}
    @change=${({ currentTarget }: Event & { currentTarget: HTMLSelectElement }) => {
      const selected = operations.find((each) => each === currentTarget.value);
      if (selected !== undefined) page.bulk.setOperation(selected);
    }}
  >
    ${operations.map((each) => html`<option value=${each} .selected=${each === operation}>${texts.operations[each]}</option>`)}
  </select>`;
}

/** A typed value is applied after a pause of this length. */
const typingDelayMs = 600;
let typingTimer = 0;

function renderTextInput(
  page: TablePage,
  inputType: (ValueChoices & { kind: "write" })["inputType"],
): TemplateResult {
  const { bulk } = page;
  const { bulkEdit: texts } = page.texts;
  const hint = { date: texts.dateFormat, dateTime: texts.timeFormat, line: "", text: "", number: "" }[
    inputType
  ];
  const apply = ({ value }: { readonly value: string }): void => {
    window.clearTimeout(typingTimer);
    const isSame = bulk.value?.kind === "written" && bulk.value.text === value;
    if (!isSame && (value !== "" || bulk.value !== undefined)) bulk.setTextValue(value);
  };
  const handleInput = ({
    currentTarget,
  }: Event & { currentTarget: HTMLInputElement | HTMLTextAreaElement }): void => {
    window.clearTimeout(typingTimer);
    bulk.setTypedText(currentTarget.value);
    typingTimer = window.setTimeout(() => apply(currentTarget), typingDelayMs);
  };
  const handleChange = ({
    currentTarget,
  }: Event & { currentTarget: HTMLInputElement | HTMLTextAreaElement }): void => apply(currentTarget);
  if (inputType === "text") {
    return html`<textarea
      class="bulk-value text-input"
      rows="1"
      dir="auto"
      aria-label=${texts.value}
      .value=${bulk.typedText}
      @input=${handleInput}
      @change=${handleChange}
    ></textarea>`;
  }
  return html`<input
    type="text"
    class="bulk-value text-input"
    dir="auto"
    autocomplete="off"
    aria-label=${texts.value}
    placeholder=${hint}
    inputmode=${inputType === "number" ? "decimal" : nothing}
    .value=${bulk.typedText}
    @input=${handleInput}
    @change=${handleChange}
    @keydown=${({ key, currentTarget }: KeyboardEvent & { currentTarget: HTMLInputElement }) => {
      // Enter also applies an empty value.
      if (key === "Enter") bulk.setTextValue(currentTarget.value);
    }}
  />`;
}

function renderValueInput(page: TablePage): TemplateResult {
  const { bulk } = page;
  const { bulkEdit: texts } = page.texts;
  const { offers } = bulk;
  if (offers === undefined) return html`<vscode-progress-ring class="bulk-value"></vscode-progress-ring>`;
  if (offers.kind === "write") return renderTextInput(page, offers.inputType);
  return renderDropdownButton("bulk-value", texts.value, bulk.valueLabel, texts.chooseValue, () =>
    bulk.openValueList(),
  );
}

function renderFieldAndValue(page: TablePage): TemplateResult {
  const { bulk } = page;
  const { bulkEdit: texts } = page.texts;
  const label = bulk.field?.label ?? "";
  const open = (): void => page.reportErrors(bulk.openFieldList());
  return html`${renderSelectionCount(page)} ${renderOperationSelect(page)}
  ${renderDropdownButton("bulk-field", texts.field, label, texts.chooseField, open)}
  ${
    bulk.field === undefined
      ? nothing
      : html`${texts.between[bulk.operation] === "" ? nothing : html`<span>${texts.between[bulk.operation]}</span>`}
        ${renderValueInput(page)}`
  }`;
}

function renderProgress(page: TablePage, text: string, done: number, total: number): TemplateResult {
  const shown = fillPlaceholders(text, page.formatter.formatNumber(done), page.formatter.formatNumber(total));
  return html`<span role="status">${shown}</span
    ><progress max=${total} value=${done} aria-label=${shown}></progress>`;
}

function renderApplyButton(page: TablePage, count: number): TemplateResult {
  const { bulkEdit: texts } = page.texts;
  const label =
    count === 1 ? texts.changeOne : fillPlaceholders(texts.changeMany, page.formatter.formatNumber(count));
  const isDisabled = !page.bulk.canRun;
  return html`<vscode-button
    class="bulk-run"
    ?secondary=${isDisabled}
    aria-disabled=${isDisabled ? "true" : nothing}
    @click=${() => page.reportErrors(page.bulk.run())}
    >${count === 0 ? texts.changeNone : label}</vscode-button
  >`;
}

/** The buttons at the end of the bar, depending on the state. */
function renderBarActions(page: TablePage): TemplateResult {
  const { bulk } = page;
  const { bulkEdit: texts } = page.texts;
  const { state } = bulk;
  const cancel = html`<button type="button" class="text-button" @click=${() => bulk.cancel()}>
    ${texts.cancel}
  </button>`;
  switch (state?.kind) {
    case "preview":
      return html`${cancel}${renderApplyButton(page, state.count)}`;
    case "result":
      return html`${state.canUndo ? renderButton(texts.undo, "secondary", () => page.reportErrors(bulk.undo())) : nothing}
      ${renderButton(texts.close, state.canUndo ? "primary" : "secondary", () => bulk.close())}`;
    case "previewing":
    case "running":
    case "undoing":
    case "problem":
      return cancel;
    case undefined:
      return bulk.field === undefined ? renderRowActions(page) : cancel;
  }
}

/** A single row gets a list of choices at the button, several rows a bulk edit. */
function editColumn(page: TablePage, role: EditableColumn): void {
  const [id, ...others] = page.selectedIds;
  if (id === undefined) return;
  const anchor = (): DOMRect | undefined =>
    document.querySelector(`.bulk-actions .codicon-${editableColumnIcons[role]}`)?.getBoundingClientRect();
  if (others.length > 0) page.reportErrors(page.bulk.openForRows([id, ...others], roleFieldKeys[role]));
  else page.reportErrors(page.cellEditor.openChoices(id, role, anchor));
}

function renderRowActions(page: TablePage): TemplateResult {
  const runAction = (action: RowAction): void => page.runAction(action, page.selectedIds);
  return html`${editableColumns.map((role) =>
      renderIconButton(editableColumnIcons[role], page.texts.actions[role], () => editColumn(page, role)),
    )}
    ${rowActionIcons.map(([action, name]) => renderIconButton(name, page.texts.actions[action], () => runAction(action)))}
    <span class="gap" aria-hidden="true"></span>
    ${renderIconButton("close", page.texts.bulkEdit.clear, () => {
      page.clearSelection();
      page.grid?.focus();
    })}`;
}

function renderBarContent(page: TablePage): TemplateResult {
  const { state } = page.bulk;
  const { bulkEdit: texts } = page.texts;
  switch (state?.kind) {
    case "running":
      return renderProgress(page, texts.running, state.done, state.total);
    case "undoing":
      return renderProgress(page, texts.undoing, state.done, state.total);
    case "result":
      return html`<strong dir="auto">${state.summary}</strong>`;
    case "previewing":
    case "preview":
    case "problem":
    case undefined:
      return renderFieldAndValue(page);
  }
}

function renderBarDetails(page: TablePage): TemplateResult | typeof nothing {
  const { state } = page.bulk;
  const { bulkEdit: texts } = page.texts;
  switch (state?.kind) {
    case "previewing":
      return html`<div class="bulk-progress">
        ${renderProgress(page, texts.previewing, state.done, state.total)}
      </div>`;
    case "problem":
      return html`<p class="bulk-problem" role="alert" dir="auto">${renderIcon("error")} ${state.text}</p>`;
    case "preview":
    case "result":
      return renderLines(page, state.lines);
    case "running":
    case "undoing":
    case undefined:
      return nothing;
  }
}

export function renderBulkEditBar(page: TablePage): TemplateResult | typeof nothing {
  const { bulk, selection, texts } = page;
  if (selection.ids.size === 0 && bulk.state === undefined) return nothing;
  return html`<section class="bulk" aria-label=${texts.bulkEdit.bar}>
    <div class="bulk-head">
      <div class="bulk-content">${renderBarContent(page)}</div>
      <div class="bulk-actions">${renderBarActions(page)}</div>
    </div>
    ${renderBarDetails(page)}
  </section>`;
}
