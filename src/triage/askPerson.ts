// Whom something is assigned to: those whom the field lists, or anybody whom the server finds.
import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../model/displayText.ts";
import { untouched } from "../model/form/draft.ts";
import type { Form, FormField } from "../model/form/form.ts";
import { chosenIn, offersOf } from "../model/form/offered.ts";
import type { Person } from "../model/person.ts";
import type { Chosen } from "../model/value.ts";

interface PersonQuestion {
  readonly title: string;
  readonly find: (query: string, signal: AbortSignal) => Promise<readonly Person[]>;
}

interface Row extends vscode.QuickPickItem {
  readonly value: Chosen | "nobody";
}

/** Servers refuse shorter ones. */
const shortestQuery = 3;

function nobody(): Row {
  return { label: vscode.l10n.t("Nobody"), alwaysShow: true, value: "nobody" };
}

function rowOf({ id, label }: Chosen, description = ""): Row {
  return {
    label: withoutIcons(oneLine(label)),
    description: withoutIcons(oneLine(description)),
    value: { id, label },
  };
}

function pickListed(form: Form, field: FormField, title: string): Thenable<Row | undefined> {
  const held = new Set(chosenIn(field.base).map(({ id }) => String(id)));
  const rows = offersOf(form, untouched, field).map((offer) =>
    rowOf(offer, held.has(String(offer.id)) ? vscode.l10n.t("now") : ""),
  );
  return vscode.window.showQuickPick([nobody(), ...rows], { title, matchOnDescription: true });
}

/** An older answer never takes the place of a newer one. */
function pickFound({ title, find }: PersonQuestion): Promise<Row | undefined> {
  const box = vscode.window.createQuickPick<Row>();
  box.title = title;
  box.placeholder = vscode.l10n.t("Type at least {0} letters of a name", shortestQuery);
  box.items = [nobody()];
  let current = new AbortController();
  return new Promise((resolve, reject) => {
    box.onDidChangeValue((text) => {
      current.abort();
      current = new AbortController();
      const { signal } = current;
      if (text.trim().length < shortestQuery) return;
      box.busy = true;
      find(text.trim(), signal)
        .then((people) => {
          if (signal.aborted) return;
          box.busy = false;
          box.items = [
            nobody(),
            ...people.map((person) => ({ ...rowOf(person, person.username), alwaysShow: true })),
          ];
        })
        .catch((error: unknown) => {
          if (signal.aborted) return;
          reject(error);
          box.hide();
        });
    });
    box.onDidAccept(() => {
      resolve(box.selectedItems[0]);
      box.hide();
    });
    box.onDidHide(() => {
      current.abort();
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}

/** Undefined for who turns away. */
export async function pickPerson(
  form: Form,
  field: FormField,
  question: PersonQuestion,
): Promise<Chosen | "nobody" | undefined> {
  const picked =
    field.control.kind === "choice"
      ? await pickListed(form, field, question.title)
      : await pickFound(question);
  return picked?.value;
}
