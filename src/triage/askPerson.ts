// Whom something is assigned to: those whom the field lists, or anybody whom the server finds.
import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../model/displayText.ts";
import { untouched } from "../model/form/draft.ts";
import type { Form, FormField } from "../model/form/form.ts";
import { chosenIn, offersOf } from "../model/form/offered.ts";
import type { Person } from "../model/person.ts";
import type { Chosen } from "../model/value.ts";
import { pickOne } from "../platform/askStep.ts";
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

function nobody(description = ""): Row {
  return { label: vscode.l10n.t("Nobody"), description, alwaysShow: true, value: "nobody" };
}

function rowOf({ id, label }: Chosen, description = ""): Row {
  return {
    label: withoutIcons(oneLine(label)),
    description: withoutIcons(oneLine(description)),
    value: { id, label },
  };
}

/** Begins at whom it is assigned to now, so that Enter alone changes nothing. */
async function pickListed(form: Form, field: FormField, title: string): Promise<Row["value"] | undefined> {
  const held = new Set(chosenIn(field.base).map(({ id }) => String(id)));
  const isHeld = (value: Row["value"]): boolean =>
    value === "nobody" ? held.size === 0 : held.has(String(value.id));
  const now = (value: Row["value"]): string => (isHeld(value) ? vscode.l10n.t("now") : "");
  const rows = offersOf(form, untouched, field).map((offer) => rowOf(offer, now(offer)));
  const reply = await pickOne({
    title,
    canGoBack: false,
    rows: [nobody(now("nobody")), ...rows],
    isActive: isHeld,
  });
  return reply.kind === "answer" ? reply.value : undefined;
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
    isPreselectable: (value) => value !== "nobody",
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
    ? pickListed(form, field, question.title)
    : pickFoundPerson(question);
}
