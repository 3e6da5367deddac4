// Commit messages in real repositories, with VS Code's own git extension. The boxes are filled by the extension under test.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { assertSoon } from "../support/wait.ts";
import type { TestRepository } from "../unit/store/commits/gitStage.ts";
import { connectTo, disconnectAll, exportsOf } from "./extensionUnderTest.ts";
import { OpenedRepositories, type Place } from "./openedRepositories.ts";

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
  readonly #opened: OpenedRepositories;

  private constructor(server: Simulator, bugs: readonly Bug[], opened: OpenedRepositories) {
    this.server = server;
    this.bugs = bugs;
    this.#opened = opened;
  }

  static async open(): Promise<CommitStage> {
    const server = await startSimulator({ dialect: "product" });
    await connectTo(server.url);
    await exportsOf();
    return new CommitStage(server, await someBugs(server), await OpenedRepositories.open());
  }

  bug(state: "open" | "closed"): Bug {
    const found = this.bugs.find(({ is_open }) => is_open === (state === "open"));
    return found ?? assert.fail(`no ${state} bug`);
  }

  repository(
    name: string,
    branch?: string,
  ): Promise<{ readonly made: TestRepository; readonly place: Place }> {
    return this.#opened.repository(name, branch);
  }

  closeRepositories(): Promise<void> {
    return this.#opened.closeAll();
  }

  async close(): Promise<void> {
    await disconnectAll();
    await Promise.all([this.#opened.closeAll(), this.server.close()]);
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

/** What we put into an empty box. Words that are typed right behind it are apart from the number. */
export function filled(id: number): string {
  return `\n\nart #${id} `;
}
