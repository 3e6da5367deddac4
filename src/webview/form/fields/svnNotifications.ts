// Renders notifications of Subversion settings: a row per path, with pickers for recipients.
import { html, type TemplateResult } from "lit";
import {
  checkNotifications,
  type NotificationsFieldShapes,
  type PathNotification,
  formatPathNotification,
} from "../../../model/fields/svnNotifications.ts";
import type { Choice } from "../../../model/tracker.ts";
import type { LabeledId } from "../../../model/valueTypes.ts";
import { fillPlaceholders } from "../../shared/localization.ts";
import { renderAddButton, renderIconButton } from "../../shared/icons.ts";
import { textFieldStyles } from "../../shared/controlStyles.ts";
import type { FieldRenderer } from "./fieldRenderer.ts";
import { toPickerItem, getUserPickerOptions, toChosenValues, renderPicker } from "./pickers.ts";
import {
  changeInput,
  queryRenderedField,
  hasProblem,
  toLabelId,
  type FieldContext,
  setFieldAttributes,
} from "./fieldContext.ts";

type TextInputElement = HTMLElement & { readonly value: string };

/** The context of one control in a row. */
function createPartContext(
  context: FieldContext,
  index: number,
  name: "path" | "emails" | "users" | "groups",
): FieldContext {
  const { view } = context;
  const label = `${view.texts.notifications[name]} ${index + 1}`;
  const field = { ...view.field, label, isRequired: false };
  return { ...context, id: `${context.id}-${index}-${name}`, view: { ...view, field } };
}

/** The problem is only shown at the rows that have it. */
function createRowContext(context: FieldContext, isInvalid: boolean): FieldContext {
  return isInvalid ? context : { ...context, view: { ...context.view, problem: undefined } };
}

/** Focuses the last matching element once the field is rendered. */
async function focusLast(context: FieldContext, selector: string): Promise<void> {
  (await queryRenderedField(context, selector)).at(-1)?.focus();
}

function renderNotifications(
  context: FieldContext,
  groups: readonly Choice[],
  rows: readonly PathNotification[],
): TemplateResult {
  const { notifications } = context.view.texts;
  const setRows = (newRows: readonly PathNotification[], isTyping = false): void =>
    changeInput(context, { kind: "notifications", rows: newRows }, isTyping);
  const problems = checkNotifications(rows);
  const renderRow = (row: PathNotification, index: number): TemplateResult => {
    const rowContext = createRowContext(context, problems[index] !== undefined);
    const updateRow = (part: Partial<PathNotification>, isTyping?: boolean): void =>
      setRows(rows.with(index, { ...row, ...part }), isTyping);
    const withLabel = (label: string, control: TemplateResult): TemplateResult =>
      html`<div><span class="dim">${label}</span>${control}</div>`;
    const path = createPartContext(rowContext, index, "path");
    const picker = (name: "users" | "groups", options: object): TemplateResult =>
      withLabel(
        notifications[name],
        renderPicker(createPartContext(rowContext, index, name), {
          selectionMode: "many",
          selected: row[name].map(toPickerItem),
          items: [],
          onChange: (newItems) =>
            updateRow({ [name]: toChosenValues(newItems) satisfies readonly LabeledId[] }),
          ...options,
        }),
      );
    return html`<li class="step-texts">
      ${withLabel(
        notifications.path,
        html`<div class="path-row">
          <vscode-textfield
            id=${index === 0 ? context.id : path.id}
            .label=${path.view.field.label}
            .value=${row.path}
            placeholder="/trunk"
            ?invalid=${hasProblem(path)}
            @input=${({ currentTarget }: InputEvent & { currentTarget: TextInputElement }) =>
              updateRow({ path: currentTarget.value }, true)}
            ${setFieldAttributes(path, textFieldStyles)}
          ></vscode-textfield>
          ${renderIconButton("trash", fillPlaceholders(notifications.remove, row.path), () => {
            setRows(rows.toSpliced(index, 1));
            void focusLast(context, ".add");
          })}
        </div>`,
      )}
      ${withLabel(
        notifications.emails,
        renderPicker(createPartContext(rowContext, index, "emails"), {
          selectionMode: "many",
          selected: row.emails.map((label) => ({ key: `typed ${label}`, label, value: undefined })),
          items: [],
          allowsTyped: true,
          onChange: (newItems, isTyping) =>
            updateRow({ emails: newItems.map(({ label }) => label) }, isTyping),
        }),
      )}
      ${picker("users", getUserPickerOptions(context))}
      ${picker("groups", { items: groups.map(toPickerItem) })}
    </li>`;
  };
  const newRow: PathNotification = { path: "", emails: [], users: [], groups: [] };
  return html`<ul class="steps has-separators" aria-labelledby=${toLabelId(context)}>
      ${rows.map(renderRow)}
    </ul>
    ${renderAddButton(
      notifications.add,
      () => {
        setRows([...rows, newRow]);
        void focusLast(context, "vscode-textfield");
      },
      rows.length === 0 ? context.id : `${context.id}-add`,
    )}`;
}

export const svnNotificationsRenderer: FieldRenderer<NotificationsFieldShapes> = {
  renderControl: (context, { groups }, { rows }) => renderNotifications(context, groups, rows),
  toEntries: ({ rows }) => rows.map(formatPathNotification).map((label) => ({ key: label, label })),
  isFullWidth: true,
};
