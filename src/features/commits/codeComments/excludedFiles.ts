// Files whose comments are not the user's: excluded, vendored and ignored ones, and those outside of the workspace.
import * as vscode from "vscode";
import { isIgnoredFile, toRepositoryPath } from "../../../store/commits/git.ts";
import type { WorkspaceContext } from "../workspaceContext.ts";

/** The description of the setting `artifacts.references.closedInComments` lists them. */
const vendoredFolders: ReadonlySet<string> = new Set([
  "node_modules",
  "bower_components",
  "vendor",
  "third_party",
]);

export const excludeSettings = ["files.exclude", "search.exclude"] as const;

/** The workspace folder of a file; undefined for other documents, such as older versions of the file. */
export function findFolderOfFile({ uri }: vscode.TextDocument): vscode.WorkspaceFolder | undefined {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  return folder?.uri.scheme === uri.scheme ? folder : undefined;
}

function isVendored({ uri }: vscode.TextDocument, folder: vscode.WorkspaceFolder): boolean {
  const folders = uri.path.slice(folder.uri.path.length).split("/").slice(0, -1);
  return folders.some((name) => vendoredFolders.has(name));
}

/** A pattern may match the file or one of its folders. */
function matchesPattern(
  document: vscode.TextDocument,
  folder: vscode.WorkspaceFolder,
  pattern: string,
): boolean {
  const path = pattern.replace(/\/$/, "");
  const patterns = [path, `${path}/**`].map((each) => ({
    pattern: new vscode.RelativePattern(folder, each),
  }));
  return vscode.languages.match(patterns, document) > 0;
}

function getCondition(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("when" in value)) return undefined;
  return typeof value.when === "string" ? value.when : undefined;
}

/** A condition such as `$(basename).ts` is met if there is such a file beside it. */
async function isConditionMet({ uri }: vscode.TextDocument, condition: string): Promise<boolean> {
  const [name = ""] = uri.path.split("/").slice(-1);
  const sibling = condition.replace("$(basename)", name.replace(/\.[^.]*$/, ""));
  return vscode.workspace.fs.stat(vscode.Uri.joinPath(uri, "..", sibling)).then(
    () => true,
    () => false,
  );
}

async function isExcludedBySettings(
  document: vscode.TextDocument,
  folder: vscode.WorkspaceFolder,
): Promise<boolean> {
  const configuration = vscode.workspace.getConfiguration(undefined, document.uri);
  for (const setting of excludeSettings) {
    for (const [pattern, value] of Object.entries(configuration.get<object>(setting) ?? {})) {
      const condition = getCondition(value);
      const isExcluded = value === true || condition !== undefined;
      if (!isExcluded || !matchesPattern(document, folder, pattern)) continue;
      if (condition === undefined || (await isConditionMet(document, condition))) return true;
    }
  }
  return false;
}

export class ExcludedFiles implements vscode.Disposable {
  readonly #workspace: Pick<WorkspaceContext, "findRepository">;
  /** By the URI of the file, so that git is run once for each. */
  readonly #ignored = new Map<string, Promise<boolean>>();
  readonly #listener: vscode.Disposable;

  constructor(workspace: Pick<WorkspaceContext, "findRepository" | "onDidChangeRepositories">) {
    this.#workspace = workspace;
    const forget = (): void => this.#ignored.clear();
    this.#listener = vscode.Disposable.from(
      workspace.onDidChangeRepositories(forget),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (uri.path.endsWith("/.gitignore")) forget();
      }),
    );
  }

  async has(document: vscode.TextDocument): Promise<boolean> {
    const folder = findFolderOfFile(document);
    return (
      folder === undefined ||
      isVendored(document, folder) ||
      (await isExcludedBySettings(document, folder)) ||
      (await this.#isIgnored(document.uri))
    );
  }

  dispose(): void {
    this.#listener.dispose();
  }

  #isIgnored(uri: vscode.Uri): Promise<boolean> {
    const repository = uri.scheme === "file" ? this.#workspace.findRepository(uri) : undefined;
    if (repository === undefined || !vscode.workspace.isTrusted) return Promise.resolve(false);
    const key = uri.toString();
    const known = this.#ignored.get(key);
    if (known !== undefined) return known;
    const ignored = isIgnoredFile(repository.cli, toRepositoryPath(repository.cli, uri.fsPath));
    this.#ignored.set(key, ignored);
    return ignored;
  }
}
