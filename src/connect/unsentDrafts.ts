// What was typed at a site and not sent, when someone is about to leave it.
import * as vscode from "vscode";
import type { Site } from "../model/site.ts";
import type { Subject } from "../model/subject.ts";
import type { ConnectDependencies } from "./dependencies.ts";

/** Of whoever typed them. One can leave a site also when drafts can't be read; why is said. */
export async function draftsAt(
  { drafts, boundary }: ConnectDependencies,
  site: Site,
): Promise<readonly Subject[]> {
  let all: readonly Subject[] = [];
  await boundary.run("read drafts", async () => {
    all = (await drafts.list()).map(({ subject }) => subject);
  });
  return all.filter(({ siteApi }) => siteApi === site.api);
}

export async function discardAll(
  { drafts }: ConnectDependencies,
  subjects: readonly Subject[],
): Promise<void> {
  for (const subject of subjects) await drafts.discard(subject);
}

/** What shall become of drafts on signing out; undefined stays signed in. */
export async function askAboutDrafts(
  site: Site,
  { length }: readonly Subject[],
): Promise<"keep" | "discard" | undefined> {
  const keep = vscode.l10n.t("Sign Out and Keep Drafts");
  const discard = vscode.l10n.t("Sign Out and Discard Drafts");
  const choice = await vscode.window.showWarningMessage(
    length === 1
      ? vscode.l10n.t("You have 1 unsent draft on {0}.", site.label)
      : vscode.l10n.t("You have {0} unsent drafts on {1}.", length, site.label),
    {
      modal: true,
      detail: vscode.l10n.t(
        "What is kept stays on this machine and comes back when you sign in with the same account.",
      ),
    },
    keep,
    discard,
  );
  if (choice === keep) return "keep";
  return choice === discard ? "discard" : undefined;
}

/** A sentence for those who remove a site. */
export function draftsLeft({ length }: readonly Subject[]): string {
  return length === 1
    ? vscode.l10n.t(
        "1 draft that you have not sent stays on this machine unless you remove it along with the site.",
      )
    : vscode.l10n.t(
        "{0} drafts that you have not sent stay on this machine unless you remove them along with the site.",
        length,
      );
}
