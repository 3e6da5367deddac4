// Who is told of changes below which path: a row per path, with lines to find people in.
import { html, type TemplateResult } from "lit";
import {
  notificationProblems,
  type NotificationsField,
  type Notified,
  notifiedText,
} from "../../../model/fields/notifications.ts";
import type { Choice } from "../../../model/tracker.ts";
import type { Chosen } from "../../../model/value.ts";
import { filled } from "../../shared/format.ts";
import { icon, iconButton } from "../../shared/icons.ts";
import { lineSheet } from "../../shared/styles.ts";
import type { FieldDrawing } from "./drawing.ts";
import { choiceItem, peoplePicker, pickedValues, pickerControl } from "./pickers.ts";
import { change, drawnIn, isInvalid, labelId, type Place, refined } from "./place.ts";

type Typed = HTMLElement & { readonly value: string };

/** A control of its own within a row. */
function partOf(place: Place, index: number, name: "path" | "emails" | "users" | "groups"): Place {
  const { view } = place;
  const label = `${view.texts.notifications[name]} ${index + 1}`;
  const field = { ...view.field, label, isRequired: false };
  return { ...place, id: `${place.id}-${index}-${name}`, view: { ...view, field } };
}

/** What is wrong with another row is nothing to this one. */
function rowOf(place: Place, isWrong: boolean): Place {
  return isWrong ? place : { ...place, view: { ...place.view, problem: undefined } };
}

/** Puts the focus on the last of these once the field has been drawn. */
async function focusLast(place: Place, selector: string): Promise<void> {
  (await drawnIn(place, selector)).at(-1)?.focus();
}

function notificationsControl(
  place: Place,
  groups: readonly Choice[],
  rows: readonly Notified[],
): TemplateResult {
  const { notifications } = place.view.texts;
  const set = (now: readonly Notified[], isTyping = false): void =>
    change(place, { kind: "notifications", rows: now }, isTyping);
  const problems = notificationProblems(rows);
  const row = (each: Notified, index: number): TemplateResult => {
    const here = rowOf(place, problems[index] !== undefined);
    const write = (part: Partial<Notified>, isTyping?: boolean): void =>
      set(rows.with(index, { ...each, ...part }), isTyping);
    const labelled = (label: string, control: TemplateResult): TemplateResult =>
      html`<div><span class="dim">${label}</span>${control}</div>`;
    const path = partOf(here, index, "path");
    const picker = (name: "users" | "groups", options: object): TemplateResult =>
      labelled(
        notifications[name],
        pickerControl(partOf(here, index, name), {
          takes: "many",
          chosen: each[name].map(choiceItem),
          items: [],
          set: (now) => write({ [name]: pickedValues(now) satisfies readonly Chosen[] }),
          ...options,
        }),
      );
    return html`<li class="step-texts">
      ${labelled(
        notifications.path,
        html`<div class="path-row">
          <vscode-textfield
            id=${index === 0 ? place.id : path.id}
            .label=${path.view.field.label}
            .value=${each.path}
            placeholder="/trunk"
            ?invalid=${isInvalid(path)}
            @input=${({ currentTarget }: InputEvent & { currentTarget: Typed }) =>
              write({ path: currentTarget.value }, true)}
            ${refined(path, lineSheet)}
          ></vscode-textfield>
          ${iconButton("trash", filled(notifications.remove, each.path), () => {
            set(rows.toSpliced(index, 1));
            void focusLast(place, ".add");
          })}
        </div>`,
      )}
      ${labelled(
        notifications.emails,
        pickerControl(partOf(here, index, "emails"), {
          takes: "many",
          chosen: each.emails.map((label) => ({ key: `typed ${label}`, label, value: undefined })),
          items: [],
          takesTyped: true,
          set: (now, isTyping) => write({ emails: now.map(({ label }) => label) }, isTyping),
        }),
      )}
      ${picker("users", peoplePicker(place))} ${picker("groups", { items: groups.map(choiceItem) })}
    </li>`;
  };
  const fresh: Notified = { path: "", emails: [], users: [], groups: [] };
  return html`<ul class="steps is-ruled" aria-labelledby=${labelId(place)}>
      ${rows.map(row)}
    </ul>
    <button
      id=${rows.length === 0 ? place.id : `${place.id}-add`}
      type="button"
      class="quiet add"
      @click=${() => {
        set([...rows, fresh]);
        void focusLast(place, "vscode-textfield");
      }}
    >
      ${icon("add")} ${notifications.add}
    </button>`;
}

export const notificationsDrawing: FieldDrawing<NotificationsField> = {
  control: (place, { groups }, { rows }) => notificationsControl(place, groups, rows),
  entries: ({ rows }) => rows.map(notifiedText).map((label) => ({ key: label, label })),
  isWide: true,
};
