// One quiet offer after a commit that mentions an artifact: its next status, or a comment about the commit.
import * as vscode from "vscode";
import { artifactLabel, oneLine, withoutLinks } from "../../model/displayText.ts";
import { markdownText } from "../../model/reference/changeLog.ts";
import type { ArtifactTarget } from "../../protocol/commands.ts";
import { type CommitDetails, commitOf } from "../../store/commits/commitOf.ts";
import { branchOf } from "../active.ts";
import type { PartDependencies } from "../dependencies.ts";
import { commitPage } from "../log/commitPage.ts";
import { shortHash } from "../log/commitText.ts";
import { isOffering, stopOffering } from "../offerMemory.ts";
import type { OpenRepository } from "../workplace.ts";
import { isOn } from "./boxSettings.ts";
import type { CommitWatch, MadeCommit } from "./commitWatch.ts";
import { offeredArtifact, OneAtATime } from "./offerRule.ts";
import { isOnlyReference } from "./onlyReference.ts";
import type { ReferenceTexts } from "./referenceTexts.ts";

interface OfferDependencies extends PartDependencies {
  readonly commits: CommitWatch;
  readonly texts: ReferenceTexts;
  /** Answers the button that was pressed. */
  readonly ask: (text: string, ...buttons: string[]) => PromiseLike<string | undefined>;
}

interface Offered {
  readonly repository: OpenRepository;
  readonly commit: CommitDetails;
  /** Undefined where none was checked out. */
  readonly branch: string | undefined;
  readonly target: ArtifactTarget;
}

/** As Markdown. Nothing of a commit means anything but itself there. */
function commentText({ commit, branch }: Offered, page: string | undefined): string {
  const { hash, subject } = commit;
  const named = page === undefined ? `\`${hash}\`` : `[${shortHash(hash)}](<${page}>)`;
  return branch === undefined
    ? vscode.l10n.t("Commit {0}: {1}", named, markdownText(subject))
    : vscode.l10n.t("Commit {0} on {1}: {2}", named, markdownText(branch), markdownText(subject));
}

async function addComment({ commands, sites }: PartDependencies, offered: Offered): Promise<void> {
  const { repository, commit, target } = offered;
  const source = commentText(offered, await commitPage(sites, repository, commit.hash));
  const done = vscode.l10n.t(
    "A comment on #{0} tells of commit {1} now.",
    target.artifactId,
    shortHash(commit.hash),
  );
  const wish = { kind: "comment", source, format: "commonmark" } as const;
  await commands.run("artifacts.decide", target, wish, done);
}

/** What the offer is about, if there is something to offer. */
async function offeredAfter(
  { workplace, memory, lookups, texts }: OfferDependencies,
  { repository, hash, shape }: MadeCommit,
): Promise<(Offered & { readonly title: string | undefined }) | undefined> {
  const { root, asked } = repository;
  const isWanted = shape === "plain" && isOn("commitOffer", root) && isOffering(memory, repository);
  const branch = branchOf(repository);
  const site = isWanted ? await workplace.siteOf(root) : undefined;
  const told = site && (await commitOf(asked, hash));
  if (site === undefined || told?.kind !== "commit") return undefined;
  const { commit } = told;
  const message = `${commit.subject}\n\n${commit.body}`;
  // Whoever has made such a commit by accident is told about that.
  if (await isOnlyReference({ workplace, texts }, repository, message)) return undefined;
  const active = workplace.activeIn(repository);
  const artifactId = offeredArtifact(
    message,
    workplace.grammarOf(site),
    active?.site.api === site.api ? active.artifactId : undefined,
  );
  if (artifactId === undefined) return undefined;
  const answer = (await lookups.lookUp(site, [artifactId], new AbortController().signal)).get(artifactId);
  // Nothing can be done about what is not there, or hidden, or out of reach now.
  if (answer?.kind !== "artifact") return undefined;
  const { trackerId, page, title } = answer;
  return { repository, commit, branch, target: { siteApi: site.api, artifactId, trackerId, page }, title };
}

async function offer(dependencies: OfferDependencies, made: MadeCommit): Promise<void> {
  const offered = await offeredAfter(dependencies, made);
  if (offered === undefined) return;
  const { repository, commit, target, title } = offered;
  const { t } = vscode.l10n;
  const [status, comment, never] = [t("Set Status…"), t("Add Comment"), t("Never for This Repository")];
  const label = artifactLabel(target.artifactId, title);
  const text = t("Commit {0} mentions {1}.", shortHash(commit.hash), label);
  const pressed = await dependencies.ask(withoutLinks(oneLine(text)), status, comment, never);
  if (pressed === status) await dependencies.commands.run("artifacts.setStatus", target);
  if (pressed === comment) await addComment(dependencies, offered);
  if (pressed === never) await stopOffering(dependencies.memory, repository);
}

export function offerAfterCommits(dependencies: OfferDependencies): vscode.Disposable {
  const { commits, boundary } = dependencies;
  const oneAtATime = new OneAtATime(Date.now);
  return commits.made((made) =>
    boundary.start("offer after commit", () => oneAtATime.run(() => offer(dependencies, made))),
  );
}
