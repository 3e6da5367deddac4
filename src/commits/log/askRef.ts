// One end of a range: a branch, a tag, or what else git takes for a commit.
import * as vscode from "vscode";
import { oneLine, withoutIcons } from "../../model/displayText.ts";
import { pickTyped, type Reply, type StepRow } from "../../platform/askStep.ts";
import { branchesOf } from "../../store/commits/branches.ts";
import { resolveCommit } from "../../store/commits/resolveCommit.ts";
import { tagsOf } from "../../store/commits/tags.ts";
import { nameOf } from "../askRepository.ts";
import type { OpenRepository } from "../workplace.ts";
import { gitFailureText } from "./gitFailureText.ts";

/** The name is what people call it; git is asked by the ref, which means just this one. */
export interface NamedRef {
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
export async function refsOf(
  { asked, git }: OpenRepository,
  signal: AbortSignal,
): Promise<readonly NamedRef[]> {
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
export async function askRef(repository: OpenRepository, question: RefQuestion): Promise<Reply<NamedRef>> {
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
