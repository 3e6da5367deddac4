// People by name: searched for on the server, else those whom the tracker names.
import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../../model/displayText.ts";
import { peopleNamed } from "../../model/query/peopleNamed.ts";
import { me } from "../../model/query/placeholders.ts";
import type { SavedValue } from "../../model/query/savedQuery.ts";
import type { Site } from "../../model/site.ts";
import type { Tracker } from "../../model/tracker.ts";
import type { Reply, StepRow } from "../../platform/askStep.ts";
import { peopleSearch } from "../../platform/peopleSearch.ts";
import { pickManyFound } from "../../platform/searchStep.ts";
import type { Catalog } from "../../store/catalog.ts";

interface PeopleStep {
  readonly site: Site;
  readonly catalog: Catalog;
  readonly tracker: Tracker;
  readonly title: string;
  readonly before: readonly SavedValue[];
  readonly refuse: (values: readonly SavedValue[]) => string | undefined;
}

function keyOf(value: SavedValue): string {
  return typeof value === "object" ? `id ${value.id}` : `text ${value}`;
}

export function meRow(picked: boolean): StepRow<SavedValue> {
  const description = vscode.l10n.t("whoever is signed in");
  return { label: vscode.l10n.t("Me"), description, picked, value: me };
}

function rowOf(value: SavedValue, picked: boolean): StepRow<SavedValue> {
  const label = oneLine(typeof value === "object" ? value.label : String(value));
  return { label: withoutIcons(label), picked, value };
}

function standingRows({ tracker, before }: PeopleStep): readonly StepRow<SavedValue>[] {
  const others = before.filter((value) => value !== me);
  const kept = new Set(others.map(keyOf));
  const named = peopleNamed([tracker]).map(({ id, label }) => ({ id, label }));
  return [
    meRow(before.includes(me)),
    ...others.map((value) => rowOf(value, true)),
    ...named.filter((value) => !kept.has(keyOf(value))).map((value) => rowOf(value, false)),
  ];
}

export async function askPeople(step: PeopleStep): Promise<Reply<readonly SavedValue[]>> {
  const { site, catalog, title, refuse } = step;
  const { client } = await catalog.of(site).connection();
  const searching = peopleSearch<SavedValue>({
    site: site.label,
    people: (query, signal) => client.people(query, signal),
    valueOf: ({ id, label }) => ({ id, label }),
    otherwise: vscode.l10n.t("{0} can't be searched for people.", site.label),
  });
  return pickManyFound<SavedValue>(
    { title, canGoBack: true, standing: standingRows(step), keyOf, ...searching },
    refuse,
  );
}
