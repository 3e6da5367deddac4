// Sites that can't be reached, quietly, in the status bar: they come and go without anybody's doing.
import * as vscode from "vscode";
import { literal } from "../model/displayText.ts";
import type { Site } from "../model/site.ts";
import { failureText } from "../platform/failureText.ts";
import { momentHere } from "../platform/moment.ts";
import type { OutOfReach } from "../store/reach.ts";
import type { ConnectDependencies } from "./dependencies.ts";

type Out = readonly [site: Site, out: OutOfReach];

function tooltip(sites: readonly Out[]): vscode.MarkdownString {
  const text = new vscode.MarkdownString("", true);
  text.isTrusted = { enabledCommands: ["artifacts.checkConnection"] };
  for (const [{ label }, { failure, since }] of sites) {
    text.appendText(literal(failureText(failure, label))).appendMarkdown("\n\n");
    text.appendText(vscode.l10n.t("Out of reach since {0}.", momentHere(since))).appendMarkdown("\n\n");
  }
  text.appendText(vscode.l10n.t("What was seen last can still be read. Click to try again."));
  return text.appendMarkdown(
    `\n\n[${vscode.l10n.t("Check Connection…")}](command:artifacts.checkConnection)`,
  );
}

export class ReachStatus implements vscode.Disposable {
  readonly #dependencies: ConnectDependencies;
  #item: vscode.StatusBarItem | undefined;

  constructor(dependencies: ConnectDependencies) {
    this.#dependencies = dependencies;
  }

  show(): void {
    const { sites, connections } = this.#dependencies;
    const out = sites.list().flatMap((site): Out[] => {
      const known = connections.reach.outOf(site.api);
      return known === undefined ? [] : [[site, known]];
    });
    const [first] = out;
    if (first === undefined) {
      this.#item?.hide();
      return;
    }
    this.#item ??= this.#newItem();
    const name = out.length === 1 ? first[0].label : vscode.l10n.t("{0} sites", out.length);
    this.#item.text = `$(debug-disconnect) ${vscode.l10n.t("{0}: offline", name.replaceAll("$(", "$ ("))}`;
    this.#item.tooltip = tooltip(out);
    this.#item.show();
  }

  dispose(): void {
    this.#item?.dispose();
  }

  #newItem(): vscode.StatusBarItem {
    const item = vscode.window.createStatusBarItem("offline", vscode.StatusBarAlignment.Left);
    item.name = vscode.l10n.t("Tuleap Sites That Can't Be Reached");
    item.command = "artifacts.retry";
    return item;
  }
}
