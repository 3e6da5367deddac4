// The artifacts that are mentioned between two commits, as a change log to go on with.
import * as vscode from "vscode";
import { artifactPage } from "../../../model/artifact.ts";
import { oneLine, withoutIcons, withoutLinks } from "../../../model/displayText.ts";
import { changeLog, type ChangeLogEntry } from "../../../model/reference/changeLog.ts";
import type { Site } from "../../../model/site.ts";
import { branchesOf, tagsOf } from "../../../store/commits/branches.ts";
import { resolveCommit } from "../../../store/commits/commitLog.ts";
import type { GitFailure } from "../../../store/commits/git.ts";
import { mentionedBetween, type RangeFound } from "../../../store/commits/mentions.ts";
import type { Told } from "../../../store/references/lookups.ts";
import { pageAddress } from "../../../store/sites.ts";
import { failureText } from "../../../vscode/failureText.ts";
import { withProgress } from "../../../vscode/notifications.ts";
import { pickTyped, type Reply, type StepRow } from "../../../vscode/prompts.ts";
import { nameOf } from "../askRepository.ts";
import type { CommitsContext } from "../commitsContext.ts";
import type { OpenRepository } from "../folderContext.ts";
import { finderOf } from "./artifactCommits.ts";
import { gitFailureText, sayGitFailure } from "./commitText.ts";

// One end of a range: a branch, a tag, or what else git takes for a commit.

/** The name is what people call it; git is asked by the ref, which means just this one. */
interface NamedRef {
  readonly name: string;
  readonly ref: string;
  readonly icon: string;
}

interface RefQuestion {
  readonly title: string;
  readonly placeholder: string;
  readonly canGoBack: boolean;
  readonly refs: readonly NamedRef[];
  /** What can be chosen beside refs, on top. */
  readonly other?: { readonly label: string; readonly value: NamedRef } | undefined;
}

const mostRows = 200;

/** What a person may mean, the most likely first; none where git tells nothing, and names are typed then. */
async function refsOf({ asked, git }: OpenRepository, signal: AbortSignal): Promise<readonly NamedRef[]> {
  const [branches, tags] = await Promise.all([branchesOf(asked, signal), tagsOf(asked, signal)]);
  const here = git.state.HEAD?.name;
  const ofBranches = branches.kind === "branches" ? branches.branches : [];
  const local = ofBranches.filter(({ isRemote }) => !isRemote);
  const remote = ofBranches.filter(({ isRemote }) => isRemote);
  const rank = (name: string): number => (name === here ? 0 : 1);
  return [
    ...local
      .map(({ name }) => ({ name, ref: `refs/heads/${name}`, icon: "git-branch" }))
      .sort((left, right) => rank(left.name) - rank(right.name)),
    ...(tags.kind === "tags" ? tags.tags : []).map((name) => ({
      name,
      ref: `refs/tags/${name}`,
      icon: "tag",
    })),
    ...remote.map(({ name }) => ({ name, ref: `refs/remotes/${name}`, icon: "cloud" })),
  ];
}

function rowOf(ref: NamedRef): StepRow<NamedRef> {
  return { label: `$(${ref.icon}) ${withoutIcons(oneLine(ref.name, 200))}`, value: ref };
}

function rowsFor(text: string, { refs, other }: RefQuestion): readonly StepRow<NamedRef>[] {
  const words = text.toLocaleLowerCase();
  const fitting = refs.filter(({ name }) => name.toLocaleLowerCase().includes(words)).slice(0, mostRows);
  const isKnown = refs.some(({ name }) => name === text);
  const typed: readonly StepRow<NamedRef>[] =
    text === "" || isKnown
      ? []
      : [
          {
            label: `$(git-commit) ${withoutIcons(oneLine(text, 200))}`,
            description: vscode.l10n.t("as typed"),
            value: { name: text, ref: text, icon: "git-commit" },
          },
        ];
  const standing = other === undefined || text !== "" ? [] : [{ label: other.label, value: other.value }];
  return [...standing, ...fitting.map(rowOf), ...typed];
}

/** Asks until it is a commit. */
async function askRef(repository: OpenRepository, question: RefQuestion): Promise<Reply<NamedRef>> {
  let value = "";
  let prompt: string | undefined;
  for (;;) {
    const reply: Reply<NamedRef> = await pickTyped({
      ...question,
      value,
      prompt,
      rowsFor: (text) => rowsFor(text, question),
    });
    if (reply.kind !== "answer" || reply.value === question.other?.value) return reply;
    const told = await resolveCommit(repository.asked, reply.value.ref);
    if (told.kind === "resolved") return reply;
    value = reply.value.name;
    prompt = gitFailureText(told, nameOf(repository));
  }
}

interface Range {
  readonly from: NamedRef;
  readonly to: NamedRef;
}

interface Mentioned {
  readonly found: RangeFound;
  readonly told: ReadonlyMap<number, Told>;
}

const beginning: NamedRef = { name: "", ref: "", icon: "" };
const mostNumbers = 10;
/** A single message can name a hundred thousand; those that were mentioned last are asked about. */
const mostArtifacts = 1_000;

async function askRange(repository: OpenRepository, title: string): Promise<Range | undefined> {
  const refs = await withProgress(vscode.l10n.t("Reading branches of {0}", nameOf(repository)), (signal) =>
    refsOf(repository, signal),
  );
  for (;;) {
    const from = await askRef(repository, {
      title,
      placeholder: vscode.l10n.t("After which commit? A tag, a branch or a hash"),
      canGoBack: false,
      refs,
      other: { label: `$(circle-outline) ${vscode.l10n.t("From the beginning")}`, value: beginning },
    });
    if (from.kind !== "answer") return undefined;
    const to = await askRef(repository, {
      title,
      placeholder: vscode.l10n.t("Up to which commit? A branch, a tag or a hash"),
      canGoBack: true,
      refs,
    });
    if (to.kind === "away") return undefined;
    if (to.kind === "answer") return { from: from.value, to: to.value };
  }
}

async function read(
  { workplace, lookups }: CommitsContext,
  { asked }: OpenRepository,
  site: Site,
  { from, to }: Range,
  signal: AbortSignal,
): Promise<Mentioned | GitFailure> {
  const find = finderOf(workplace.grammarOf(site));
  const range = { from: from === beginning ? undefined : from.ref, to: to.ref };
  const found = await mentionedBetween(asked, range, find, { signal });
  if (found.kind !== "found") return found;
  const ids = found.artifacts.slice(0, mostArtifacts).map(({ artifactId }) => artifactId);
  return { found, told: await lookups.lookUp(site, ids, signal) };
}

function entryOf(
  site: Site,
  { artifactId, commits }: RangeFound["artifacts"][number],
  told: Told | undefined,
): ChangeLogEntry {
  const artifact = told?.kind === "artifact" ? told : undefined;
  const path = artifactPage(artifactId, artifact?.page);
  return {
    artifactId,
    title: artifact?.title,
    status: artifact?.status,
    // What isn't there has no page; what could not be read may have one.
    page: told?.kind === "missing" ? undefined : pageAddress(site.api, path),
    commits,
  };
}

/** Whatever makes the list less than it looks like. */
function warnings(site: Site, { found, told }: Mentioned): readonly string[] {
  const unread = [...told.values()].filter(({ kind }) => kind !== "artifact");
  const numbers = unread.slice(0, mostNumbers).map(({ artifactId }) => `#${artifactId}`);
  const more = unread.length > mostNumbers ? "…" : "";
  const failed = unread.find((each) => each.kind === "unknown");
  return [
    found.isCut ? vscode.l10n.t("Only the newest {0} commits were looked at.", found.commits) : "",
    unread.length === 0
      ? ""
      : vscode.l10n.t("{0} told nothing of: {1}", site.label, `${numbers.join(", ")}${more}`),
    failed === undefined ? "" : failureText(failed.failure, site.label),
  ].filter((text) => text !== "");
}

function headingOf({ from, to }: Range): string {
  return from === beginning
    ? vscode.l10n.t("Artifacts up to {0}", to.name)
    : vscode.l10n.t("Artifacts from {0} to {1}", from.name, to.name);
}

/** As a document of its own, which says whatever it leaves out. */
export async function showRange(
  context: CommitsContext,
  repository: OpenRepository,
  site: Site,
  range: Range,
): Promise<void> {
  const mentioned = await withProgress(
    vscode.l10n.t("Looking through commits of {0}", nameOf(repository)),
    (signal) => read(context, repository, site, range, signal),
  );
  if (!("found" in mentioned)) return sayGitFailure(mentioned, nameOf(repository));
  const { found, told } = mentioned;
  const problem = warnings(site, mentioned).join(" ");
  if (problem !== "") void vscode.window.showWarningMessage(withoutLinks(problem));
  if (found.artifacts.length === 0) {
    void vscode.window.showInformationMessage(
      found.commits === 1
        ? vscode.l10n.t("This commit mentions no artifact.")
        : vscode.l10n.t("None of these {0} commits mentions an artifact.", found.commits),
    );
    return;
  }
  const entries = found.artifacts
    .slice(0, mostArtifacts)
    .map((mention) => entryOf(site, mention, told.get(mention.artifactId)));
  const left = found.artifacts.length - entries.length;
  const note =
    left === 0
      ? undefined
      : vscode.l10n.t("Not shown: {0}. These are the {1} that were mentioned last.", left, mostArtifacts);
  const more = (count: number): string => vscode.l10n.t("Commits not shown: {0}", count);
  const content = changeLog(headingOf(range), entries, more, note);
  const document = await vscode.workspace.openTextDocument({ language: "markdown", content });
  await vscode.window.showTextDocument(document);
}

export async function artifactsInRange(context: CommitsContext): Promise<void> {
  const { workplace } = context;
  const title = vscode.l10n.t("Artifacts in This Range");
  const repository = await workplace.askRepository(title);
  const site = repository && (await workplace.askSite(repository.root));
  if (repository === undefined || site === undefined) return;
  const range = await askRange(repository, title);
  if (range !== undefined) await showRange(context, repository, site, range);
}
