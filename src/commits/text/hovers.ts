// The artifact that a reference under the mouse names. Its site is asked when somebody looks, and not before.
import * as vscode from "vscode";
import type { Lookups } from "../../store/references/lookups.ts";
import type { Workplace } from "../workplace.ts";
import { hoverText } from "./hoverText.ts";
import { shownReferences } from "./shownReferences.ts";
import { around } from "./textBounds.ts";
import { whereaboutsOf } from "./whereabouts.ts";

interface HoverSources {
  readonly workplace: Workplace;
  readonly lookups: Lookups;
}

export class ReferenceHovers {
  readonly #sources: HoverSources;

  constructor(sources: HoverSources) {
    this.#sources = sources;
  }

  async at(
    document: vscode.TextDocument,
    position: vscode.Position,
    signal: AbortSignal,
  ): Promise<vscode.Hover | undefined> {
    const { workplace, lookups } = this.#sources;
    const { site, grammar } = await whereaboutsOf(workplace, document);
    if (site === undefined || signal.aborted) return undefined;
    const { text, start } = around(document, position);
    const at = document.offsetAt(position) - start;
    const reference = shownReferences(text, grammar).find((each) => each.start <= at && at <= each.end);
    if (reference === undefined) return undefined;
    const range = new vscode.Range(
      document.positionAt(start + reference.start),
      document.positionAt(start + reference.end),
    );
    const told = (await lookups.lookUp(site, [reference.artifactId], signal)).get(reference.artifactId);
    if (told === undefined) return undefined;
    const problems = vscode.languages.getDiagnostics(document.uri);
    const content = hoverText(site, told, (why) =>
      problems.some(({ message, range: place }) => message === why && place.contains(position)),
    );
    return content && new vscode.Hover(content, range);
  }
}
