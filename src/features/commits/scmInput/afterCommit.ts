// One quiet offer after a commit that mentions an artifact: its next status, or a comment about the commit.
import * as vscode from "vscode";
import { artifactLabel, oneLine, withoutLinks } from "../../../model/displayText.ts";
import { markdownText } from "../../../model/reference/changeLog.ts";
import { isOurLineAlone } from "../../../model/reference/insertion.ts";
import type { ArtifactTarget } from "../../../protocol/commands.ts";
import { type CommitDetails, commitOf, resolveCommit } from "../../../store/commits/commitLog.ts";
import { type MadeHere, madeHere } from "../../../store/commits/remotes.ts";
import type { Boundary } from "../../../vscode/errorHandler.ts";
import { branchOf } from "../activeArtifact.ts";
import type { CommitsContext } from "../commitsContext.ts";
import type { OpenRepository, Workplace } from "../folderContext.ts";
import { commitPage, shortHash } from "../log/commitText.ts";
import { eachRepository } from "./messageDocuments.ts";
import { offeredArtifact, OneAtATime } from "./offerRule.ts";
import { isOffering, isOn, stopOffering } from "./settings.ts";

// Tells of commits that were made in VS Code. The git extension says when it has tried to make one; whether there is one, and
// what kind, has to be looked up.

export interface MadeCommit extends MadeHere {
  readonly repository: OpenRepository;
  readonly hash: string;
}

export class CommitWatch {
  readonly #boundary: Boundary;
  readonly #made = new vscode.EventEmitter<MadeCommit>();
  readonly made = this.#made.event;
  readonly #listening: vscode.Disposable;
  /** The last one of each repository that was told, or was there before: a commit that failed is none. */
  readonly #told = new WeakMap<OpenRepository, string>();

  constructor(workplace: Workplace, boundary: Boundary) {
    this.#boundary = boundary;
    this.#listening = vscode.Disposable.from(
      this.#made,
      eachRepository(workplace, (repository) => this.#watch(repository)),
    );
  }

  dispose(): void {
    this.#listening.dispose();
  }

  #watch(repository: OpenRepository): vscode.Disposable {
    const { git } = repository;
    this.#told.set(repository, git.state.HEAD?.commit ?? "");
    return git.onDidCommit(() => this.#boundary.start("commit", () => this.#look(repository)));
  }

  async #look(repository: OpenRepository): Promise<void> {
    const told = await resolveCommit(repository.asked, "HEAD");
    if (told.kind !== "resolved" || told.hash === this.#told.get(repository)) return;
    const { hash } = told;
    this.#told.set(repository, hash);
    // Who has sync follow a commit may be at one that was pulled.
    const made = await madeHere(repository.asked, hash);
    this.#made.fire({ repository, hash, ...(made ?? { shape: "other", previous: undefined }) });
  }
}

/** Whether the message of a commit is the reference that we put into the box, and nothing else. */
export async function isOnlyReference(
  { workplace, texts }: CommitsContext,
  repository: OpenRepository,
  message: string,
): Promise<boolean> {
  const active = workplace.activeIn(repository);
  if (active === undefined) return false;
  return isOurLineAlone(message, await texts.of(repository.root, active), undefined);
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

async function addComment({ features, sites }: CommitsContext, offered: Offered): Promise<void> {
  const { repository, commit, target } = offered;
  const source = commentText(offered, await commitPage(sites, repository, commit.hash));
  const done = vscode.l10n.t(
    "A comment on #{0} tells of commit {1} now.",
    target.artifactId,
    shortHash(commit.hash),
  );
  const edit = { kind: "comment", source, format: "commonmark" } as const;
  await features.triage.saveEdit(target, edit, done);
}

/** What the offer is about, if there is something to offer. */
async function offeredAfter(
  context: CommitsContext,
  { repository, hash, shape }: MadeCommit,
): Promise<(Offered & { readonly title: string | undefined }) | undefined> {
  const { workplace, memory, lookups } = context;
  const { root, asked } = repository;
  const isWanted = shape === "plain" && isOn("commitOffer", root) && isOffering(memory, repository);
  const branch = branchOf(repository);
  const site = isWanted ? await workplace.siteOf(root) : undefined;
  const told = site && (await commitOf(asked, hash));
  if (site === undefined || told?.kind !== "commit") return undefined;
  const { commit } = told;
  const message = `${commit.subject}\n\n${commit.body}`;
  // Whoever has made such a commit by accident is told about that.
  if (await isOnlyReference(context, repository, message)) return undefined;
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

/** Shows a notification; the button that was pressed. */
type Ask = (text: string, ...buttons: string[]) => PromiseLike<string | undefined>;

async function offer(context: CommitsContext, made: MadeCommit, ask: Ask): Promise<void> {
  const offered = await offeredAfter(context, made);
  if (offered === undefined) return;
  const { repository, commit, target, title } = offered;
  const { t } = vscode.l10n;
  const [status, comment, never] = [t("Set Status…"), t("Add Comment"), t("Never for This Repository")];
  const label = artifactLabel(target.artifactId, title);
  const text = t("Commit {0} mentions {1}.", shortHash(commit.hash), label);
  const pressed = await ask(withoutLinks(oneLine(text)), status, comment, never);
  if (pressed === status) await context.commands.run("artifacts.setStatus", target);
  if (pressed === comment) await addComment(context, offered);
  if (pressed === never) await stopOffering(context.memory, repository);
}

export function offerAfterCommits(
  context: CommitsContext,
  commits: CommitWatch,
  ask: Ask,
): vscode.Disposable {
  const oneAtATime = new OneAtATime(Date.now);
  return commits.made((made) =>
    context.boundary.start("offer after commit", () => oneAtATime.run(() => offer(context, made, ask))),
  );
}
