// Whom something is assigned to: those whom the field lists, or anybody whom the server finds.
import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../model/displayText.ts";
import { untouched } from "../model/form/draft.ts";
import type { Form, FormField } from "../model/form/form.ts";
import { chosenIn, offersOf } from "../model/form/offered.ts";
import type { Person } from "../model/person.ts";
import type { Chosen } from "../model/value.ts";
import { peopleSearch } from "../platform/peopleSearch.ts";
import { pickFound } from "../platform/searchStep.ts";

interface PersonQuestion {
  readonly title: string;
  /** By its label. */
  readonly site: string;
  readonly find: (query: string, signal: AbortSignal) => Promise<readonly Person[]>;
}

interface Row extends vscode.QuickPickItem {
  readonly value: Chosen | "nobody";
}

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

async function pickFoundPerson({ title, site, find }: PersonQuestion): Promise<Row["value"] | undefined> {
  const searching = peopleSearch<Row["value"]>({
    site,
    people: find,
    valueOf: ({ id, label }) => ({ id, label }),
    otherwise: vscode.l10n.t("{0} can't be searched for people.", site),
  });
  const reply = await pickFound({
    ...searching,
    title,
    canGoBack: false,
    standing: [nobody()],
    keyOf: (value) => (value === "nobody" ? value : `#${value.id}`),
  });
  return reply.kind === "answer" ? reply.value : undefined;
}

/** Undefined for who turns away. */
export async function pickPerson(
  form: Form,
  field: FormField,
  question: PersonQuestion,
): Promise<Chosen | "nobody" | undefined> {
  return field.control.kind === "choice"
    ? (await pickListed(form, field, question.title))?.value
    : pickFoundPerson(question);
}
