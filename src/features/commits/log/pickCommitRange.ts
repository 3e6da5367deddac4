// Prompts for the two ends of a range of commits: tags, branches, or other revisions.
import * as vscode from "vscode";
import { toDisplayLine, escapeIcons } from "../../../model/displayText.ts";
import { resolveCommit } from "../../../store/commits/commitLog.ts";
import { listBranches, listTags } from "../../../store/commits/gitRefs.ts";
import { withProgress } from "../../../vscode/notifications.ts";
import { pickDynamic, type PromptResult, type PromptItem } from "../../../vscode/prompts.ts";
import { getRepositoryName } from "../pickRepository.ts";
import type { OpenRepository } from "../workspaceContext.ts";
import { formatGitFailure } from "./commitText.ts";

/** The name is shown; the full ref is passed to git, because it is unambiguous. */
export interface NamedRef {
  readonly kind: "head" | "tag" | "branch" | "remoteBranch" | "typed" | "historyStart";
  readonly name: string;
  readonly ref: string;
  readonly description?: string;
}

export interface RefRange {
  /** Exclusive; undefined for the start of the history. */
  readonly from: NamedRef | undefined;
  /** Inclusive. */
  readonly to: NamedRef;
}

const icons: Readonly<Record<NamedRef["kind"], string>> = {
  head: "target",
  tag: "tag",
  branch: "git-branch",
  remoteBranch: "cloud",
  typed: "git-commit",
  historyStart: "circle-outline",
};

interface RefGroup {
  /** Empty for refs without a separator. */
  readonly label: string;
  readonly refs: readonly NamedRef[];
}

interface RefPrompt {
  readonly title: string;
  readonly placeholder: string;
  readonly canGoBack: boolean;
  readonly groups: readonly RefGroup[];
}

const maxItemsPerGroup = 100;

interface RepositoryRefs {
  readonly head: NamedRef;
  readonly tags: RefGroup;
  readonly branches: RefGroup;
  readonly remoteBranches: RefGroup;
}

/** The most likely refs first; none if git fails, in which case names can be typed. `undefined` if it was canceled. */
async function listRefs(
  { cli, scm }: OpenRepository,
  signal: AbortSignal,
): Promise<RepositoryRefs | undefined> {
  const [branchList, tagList] = await Promise.all([listBranches(cli, signal), listTags(cli, signal)]);
  if (signal.aborted) return undefined;
  const currentBranch = scm.state.HEAD?.name;
  const branches = branchList.kind === "branches" ? branchList.branches : [];
  const tags = tagList.kind === "tags" ? tagList.tags : [];
  const getRank = ({ name }: NamedRef): number => (name === currentBranch ? 0 : 1);
  const local = branches.flatMap(({ name, isRemote }): readonly NamedRef[] =>
    isRemote ? [] : [{ kind: "branch", name, ref: `refs/heads/${name}` }],
  );
  const remote = branches.flatMap(({ name, isRemote }): readonly NamedRef[] =>
    isRemote ? [{ kind: "remoteBranch", name, ref: `refs/remotes/${name}` }] : [],
  );
  return {
    head: { kind: "head", name: "HEAD", ref: "HEAD", description: currentBranch ?? "" },
    tags: {
      label: vscode.l10n.t("tags"),
      refs: tags.map((name) => ({ kind: "tag", name, ref: `refs/tags/${name}` })),
    },
    branches: {
      label: vscode.l10n.t("branches"),
      refs: local.toSorted((one, other) => getRank(one) - getRank(other)),
    },
    remoteBranches: { label: vscode.l10n.t("remote branches"), refs: remote },
  };
}

function createRefItem(ref: NamedRef): PromptItem<NamedRef> {
  return {
    label: `$(${icons[ref.kind]}) ${escapeIcons(toDisplayLine(ref.name, 200))}`,
    description: escapeIcons(toDisplayLine(ref.description ?? "")),
    value: ref,
  };
}

function createRefItems(text: string, groups: readonly RefGroup[]): readonly PromptItem<NamedRef>[] {
  const searchText = text.toLocaleLowerCase();
  const items = groups.flatMap(({ label, refs }): readonly PromptItem<NamedRef>[] => {
    const matching = refs.filter(({ name }) => name.toLocaleLowerCase().includes(searchText));
    if (matching.length === 0) return [];
    const separators = label === "" ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }];
    return [...separators, ...matching.slice(0, maxItemsPerGroup).map(createRefItem)];
  });
  const isKnown = groups.some(({ refs }) => refs.some(({ name }) => name === text));
  if (text === "" || isKnown) return items;
  const typed: NamedRef = { kind: "typed", name: text, ref: text, description: vscode.l10n.t("as typed") };
  return [...items, createRefItem(typed)];
}

/** Repeats the prompt until the revision is a commit. */
async function pickRef(repository: OpenRepository, options: RefPrompt): Promise<PromptResult<NamedRef>> {
  let value = "";
  let prompt: string | undefined;
  for (;;) {
    const result: PromptResult<NamedRef> = await pickDynamic({
      ...options,
      value,
      prompt,
      getItems: (text) => createRefItems(text, options.groups),
    });
    if (result.kind !== "accepted" || result.value.kind === "historyStart") return result;
    const resolved = await resolveCommit(repository.cli, result.value.ref);
    if (resolved.kind === "resolved") return result;
    value = result.value.name;
    prompt = formatGitFailure(resolved, getRepositoryName(repository));
  }
}

/** `undefined` if the user cancels or dismisses a prompt. */
export async function pickCommitRange(
  repository: OpenRepository,
  title: string,
): Promise<RefRange | undefined> {
  const refs = await withProgress(
    vscode.l10n.t("Loading branches of {0}…", getRepositoryName(repository)),
    (signal) => listRefs(repository, signal),
  );
  if (refs === undefined) return undefined;
  const { head, tags, branches, remoteBranches } = refs;
  const historyStart: NamedRef = { kind: "historyStart", name: vscode.l10n.t("From the beginning"), ref: "" };
  for (;;) {
    const from = await pickRef(repository, {
      title,
      placeholder: vscode.l10n.t("Select the start of the range (exclusive): tag, branch, or commit hash"),
      canGoBack: false,
      // Older than the oldest tag.
      groups: [tags, { label: "", refs: [historyStart] }, branches, remoteBranches],
    });
    if (from.kind !== "accepted") return undefined;
    const isOther = ({ ref }: NamedRef): boolean => ref !== from.value.ref;
    const to = await pickRef(repository, {
      title,
      placeholder: vscode.l10n.t("Select the end of the range (inclusive): branch, tag, or commit hash"),
      canGoBack: true,
      groups: [
        { label: "", refs: [head] },
        { ...tags, refs: tags.refs.filter(isOther) },
        { ...branches, refs: branches.refs.filter(isOther) },
        { ...remoteBranches, refs: remoteBranches.refs.filter(isOther) },
      ],
    });
    if (to.kind === "dismissed") return undefined;
    if (to.kind === "accepted") {
      return { from: from.value.kind === "historyStart" ? undefined : from.value, to: to.value };
    }
  }
}
