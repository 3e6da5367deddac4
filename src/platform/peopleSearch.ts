// Searching for people by their names, on servers that can and on those that can't.
import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../model/displayText.ts";
import { isFailure } from "../model/failure.ts";
import { type Person, shortestPersonQuery } from "../model/person.ts";
import type { StepRow } from "./askStep.ts";
import { failureText } from "./failureText.ts";
import type { SearchStep } from "./searchStep.ts";

interface PeopleSearch<T> {
  readonly site: string;
  readonly people: (query: string, signal: AbortSignal) => Promise<readonly Person[]>;
  readonly valueOf: (person: Person) => T;
  /** What to do on a server that can't be searched. */
  readonly otherwise: string;
}

type Searching<T> = Pick<SearchStep<T>, "placeholder" | "shortest" | "find" | "failed" | "nothing">;

/** A server that says once that it can't is not asked again. */
export function peopleSearch<T>({ site, people, valueOf, otherwise }: PeopleSearch<T>): Searching<T> {
  let canSearch = true;
  const rowOf = (person: Person): StepRow<T> => ({
    label: withoutIcons(oneLine(person.label)),
    description: withoutIcons(oneLine(person.username ?? "")),
    value: valueOf(person),
  });
  return {
    placeholder: vscode.l10n.t("Type at least {0} letters of a name", shortestPersonQuery),
    shortest: shortestPersonQuery,
    find: async (text, signal) => (canSearch ? (await people(text, signal)).map(rowOf) : []),
    failed: (error) => {
      if (!isFailure(error)) throw error;
      canSearch = error.kind !== "notFound";
      return canSearch ? failureText(error, site) : otherwise;
    },
    nothing: () => (canSearch ? vscode.l10n.t("Nobody of this name") : otherwise),
  };
}
