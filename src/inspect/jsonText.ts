// What a document says: the answer, a line per value, and above it what a person has to know about it.
import * as vscode from "vscode";
import { cleanLine } from "../model/displayText.ts";
import type { Failure } from "../model/failure.ts";
import { formattedJson, withoutMisleading } from "../model/formattedJson.ts";
import type { RawAnswer } from "../model/rawAnswer.ts";
import type { Site } from "../model/site.ts";
import { failureText } from "../platform/failureText.ts";
import { nextPage } from "../store/inspect/resource.ts";
import { nextMark } from "./links.ts";

/** As much of an answer as is shown. */
export const mostBytes = 5 * 1024 * 1024;
/** Lines and indentation make it longer; nesting could make it longer without end. */
const mostCharacters = 4 * mostBytes;

function comment(sentence: string): string {
  return `// ${cleanLine(sentence, 1000)}`;
}

function cutLine({ label }: Site): string {
  return comment(vscode.l10n.t("Cut: {0} sent more than 5 MiB, and the rest isn't shown.", label));
}

function nextLine(site: Site, resource: string, next: NonNullable<RawAnswer["next"]>): readonly string[] {
  const link = nextPage(site.api, resource, next);
  if (link === undefined) return [];
  const number = new Intl.NumberFormat(vscode.env.language);
  const said = vscode.l10n.t(
    "{0} more of at most {1}",
    number.format(next.size - next.offset),
    number.format(next.size),
  );
  return [comment(said) + nextMark + link];
}

/**
 * An empty line ends what we say: nothing below it is ours, however it begins. Ends of lines are alike, since VS Code would
 * make ours like those of the answer.
 */
function asSent({ label }: Site, text: string): readonly string[] {
  const said = vscode.l10n.t("No JSON, or nested too deeply to be laid out: this is as {0} sent it.", label);
  return [comment(said), "", withoutMisleading(text.replaceAll(/\r\n?/g, "\n"))];
}

export function answerText(site: Site, resource: string, { text, isCut, next }: RawAnswer): string {
  if (text.trim() === "") {
    return `${comment(vscode.l10n.t("{0} answered with nothing.", site.label))}\n`;
  }
  const formatted = formattedJson(text, { isCut, mostCharacters });
  const isWhole = formatted?.isWhole ?? !isCut;
  return [
    ...(isWhole ? [] : [cutLine(site)]),
    ...(next === undefined ? [] : nextLine(site, resource, next)),
    ...(formatted === undefined ? asSent(site, text) : [formatted.text]),
    "",
  ].join("\n");
}

/** In place of an answer: why there is none. */
export function problemText(site: Site, address: string, failure: Failure): string {
  return [comment(failureText(failure, site.label)), comment(`GET ${address}`), ""].join("\n");
}
