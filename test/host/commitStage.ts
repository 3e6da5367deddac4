// Commit messages in real repositories, with VS Code's own git extension. The boxes are filled by the extension under test.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { assertSoon } from "../support/soon.ts";
import { GitStage, type TestRepository } from "../unit/store/commits/gitStage.ts";
import { connectTo, disconnectAll, exportsOf } from "./extensionUnderTest.ts";

/** As the git extension has it. */
export interface Place {
  readonly rootUri: vscode.Uri;
  readonly inputBox: { value: string };
  readonly state: { readonly HEAD: { readonly name?: string; readonly commit?: string } | undefined };
  commit(message: string, options: { readonly empty?: boolean; readonly amend?: boolean }): Promise<void>;
}

interface GitApi {
  readonly repositories: readonly Place[];
}

interface GitExtension {
  getAPI(version: 1): GitApi;
}

export interface Bug {
  readonly id: number;
  readonly title: string;
  readonly is_open: boolean;
}

const bugsId = 11;

export async function set(name: string, value: unknown): Promise<void> {
  const target = vscode.ConfigurationTarget.Global;
  await vscode.workspace.getConfiguration().update(`artifacts.${name}`, value, target);
}

/** What everybody may see, read past the extension. */
async function someBugs({ url }: Simulator): Promise<readonly Bug[]> {
  const answer = await fetch(`${url}/api/trackers/${bugsId}/artifacts?limit=50`);
  const rows: unknown = await answer.json();
  assert.ok(Array.isArray(rows));
  return rows.filter(({ id, title }: Bug) => id > 9 && /^[\w ]{20,}$/.test(title));
}

export class CommitStage {
  readonly server: Simulator;
  readonly bugs: readonly Bug[];
  readonly #stage: GitStage;
  readonly #git: GitApi;

  private constructor(server: Simulator, bugs: readonly Bug[], stage: GitStage, git: GitApi) {
    this.server = server;
    this.bugs = bugs;
    this.#stage = stage;
    this.#git = git;
  }

  static async open(): Promise<CommitStage> {
    const server = await startSimulator({ dialect: "product" });
    const stage = await GitStage.open();
    await connectTo(server.url);
    await exportsOf();
    const git = vscode.extensions.getExtension<GitExtension>("vscode.git") ?? assert.fail("no git");
    return new CommitStage(server, await someBugs(server), stage, (await git.activate()).getAPI(1));
  }

  bug(state: "open" | "closed"): Bug {
    const found = this.bugs.find(({ is_open }) => is_open === (state === "open"));
    return found ?? assert.fail(`no ${state} bug`);
  }

  /** Has a new repository opened by the git extension, and waits until its branch is known. */
  async repository(
    name: string,
    branch = "main",
  ): Promise<{ readonly made: TestRepository; readonly place: Place }> {
    const made = this.#stage.repository(name);
    made.git(["config", "user.name", "Ada"]);
    made.git(["config", "user.email", "ada@example.com"]);
    made.commit("First");
    if (branch !== "main") made.git(["switch", "--quiet", "-c", branch]);
    await vscode.commands.executeCommand("git.openRepository", made.folder);
    const key = vscode.Uri.file(made.folder).toString();
    const find = (): Place =>
      this.#git.repositories.find(({ rootUri }) => rootUri.toString() === key) ??
      assert.fail(`${name} is not open`);
    await assertSoon(() => Promise.resolve(assert.equal(find().state.HEAD?.name, branch)));
    return { made, place: find() };
  }

  async closeRepositories(): Promise<void> {
    for (const { rootUri } of this.#git.repositories) {
      await vscode.commands.executeCommand("git.close", rootUri);
    }
    await assertSoon(() => Promise.resolve(assert.equal(this.#git.repositories.length, 0)));
  }

  async close(): Promise<void> {
    await disconnectAll();
    await Promise.all([this.#stage.close(), this.server.close()]);
  }
}

export async function boxSoon({ inputBox }: Place, expected: string): Promise<void> {
  await assertSoon(() => Promise.resolve(assert.equal(inputBox.value, expected)));
}

/** The document of the box that is in sight. */
export async function boxDocument(text: string): Promise<vscode.TextDocument> {
  await vscode.commands.executeCommand("workbench.view.scm");
  const find = (): vscode.TextDocument | undefined =>
    vscode.workspace.textDocuments.find((each) => each.languageId === "scminput" && each.getText() === text);
  await assertSoon(() => Promise.resolve(assert.ok(find(), "no such commit box is shown")));
  return find() ?? assert.fail();
}

/** What we put into an empty box. */
export function filled(id: number): string {
  return `\n\nart #${id}`;
}
