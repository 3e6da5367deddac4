// What an assistant asks for, or words about what is wrong with it.
import { factLines } from "../model/assist/factLines.ts";
import type { Checked, Flaw } from "../model/assist/request.ts";
import type { Site } from "../model/site.ts";
import { apiRootOf } from "../store/siteAddress.ts";
import type { Sites } from "../store/sites.ts";
import { Told } from "./told.ts";

function flawText({ problem, member, allowed = [] }: Flaw): string {
  const what = member === "" ? "The input" : `"${member}"`;
  switch (problem) {
    case "missing":
      return `${what} is missing or empty.`;
    case "notAnObject":
      return `${what} has to be an object.`;
    case "notAText":
      return `${what} has to be a text.`;
    case "notANumber":
      return `${what} has to be a whole number above 0.`;
    case "notAList":
      return `${what} has to be a list.`;
    case "notATruth":
      return `${what} has to be true or false.`;
    case "tooLong":
      return `${what} is too long: ${allowed.join()} is the most.`;
    case "unknownWord":
      return `${what} has to be one of: ${allowed.join(", ")}.`;
  }
}

export function requested<T>(checked: Checked<T>): T {
  if (checked.kind === "request") return checked.request;
  throw new Told({ own: `${flawText(checked.flaw)} Correct it and call again.` });
}

/** One of the person's own, by its label or its address; the only one needs no name. */
export function siteMeant(sites: Sites, named: string | undefined): Site {
  const all = sites.list();
  const [first, ...others] = all;
  if (first === undefined) {
    throw new Told({
      own: "The person is not connected to any Tuleap site: ask them to connect to one first.",
    });
  }
  if (named === undefined && others.length === 0) return first;
  const found =
    named === undefined
      ? undefined
      : (all.find(({ label }) => label === named) ?? sites.find(apiRootOf(named) ?? ""));
  if (found !== undefined) return found;
  throw new Told({
    own: `${named === undefined ? "The person has several sites" : "The person has no such site"}: give "site" as one of these labels.`,
    data: factLines(all.map(({ label, web }) => ({ label, address: web }))),
  });
}
