// What references in the files of the workspace mean: a site and a grammar for each folder and repository.
import * as vscode from "vscode";
import type { FileReferenceFinder } from "../../../store/references/referenceIndex.ts";
import { findLinkableReferences } from "../references/linkableReferences.ts";
import { mayContainReference } from "../references/mayContainReference.ts";
import { loadFolderReferenceContext, type ReferenceContext } from "../references/referenceContext.ts";
import type { OpenRepository, WorkspaceContext } from "../workspaceContext.ts";

interface SearchContext extends ReferenceContext {
  readonly find: FileReferenceFinder;
}

/** By the URI of a workspace folder, or the key of a repository. */
export type SearchContexts = ReadonlyMap<string, SearchContext>;

function createFinder({ grammar }: ReferenceContext): FileReferenceFinder {
  const hasPatterns = grammar.patterns.length > 0;
  return (text) => (hasPatterns || mayContainReference(text) ? findLinkableReferences(text, grammar) : []);
}

/** Repositories of files that were opened from elsewhere don't matter. */
function isInWorkspace(root: vscode.Uri): boolean {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return (
    vscode.workspace.getWorkspaceFolder(root) !== undefined ||
    folders.some(({ uri }) => uri.path.startsWith(`${root.path}/`))
  );
}

/** A workspace folder may be a repository, too. */
function toRepositoryKey({ key }: OpenRepository): string {
  return `repository ${key}`;
}

export async function loadSearchContexts(workspace: WorkspaceContext): Promise<SearchContexts> {
  const folders = [
    ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => ({ key: uri.toString(), uri })),
    ...workspace.repositories
      .filter(({ root }) => isInWorkspace(root))
      .map((repository) => ({ key: toRepositoryKey(repository), uri: repository.root })),
  ];
  return new Map(
    await Promise.all(
      folders.map(async ({ key, uri }): Promise<[string, SearchContext]> => {
        const context = await loadFolderReferenceContext(workspace, uri);
        return [key, { ...context, find: createFinder(context) }];
      }),
    ),
  );
}

/** Whether a search would find the same references in the same files, which depend on the repositories, too. */
export function areSameContexts(one: SearchContexts, other: SearchContexts): boolean {
  return (
    one.size === other.size &&
    [...one].every(([folder, { site, grammar }]) => {
      const context = other.get(folder);
      return context?.grammar === grammar && context.site?.api === site?.api;
    })
  );
}

/** Of its repository; of its workspace folder if that repository is unknown. */
export function findSearchContext(
  contexts: SearchContexts,
  workspace: Pick<WorkspaceContext, "findRepository">,
  file: vscode.Uri,
): SearchContext | undefined {
  const repository = workspace.findRepository(file);
  const folder = vscode.workspace.getWorkspaceFolder(file);
  return (
    (repository && contexts.get(toRepositoryKey(repository))) ??
    (folder && contexts.get(folder.uri.toString()))
  );
}
