// Commit messages in real repositories, with VS Code's Git extension. The extension under test prefills the SCM inputs.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { assertEventually } from "../support/wait.ts";
import type { TestRepository } from "../unit/store/commits/gitFixture.ts";
import { setSites, clearSites, activateExtension } from "./extensionUnderTest.ts";
import { OpenedRepositories, type GitExtensionRepository } from "./openedRepositories.ts";

export interface Bug {
  readonly id: number;
  readonly title: string;
  readonly is_open: boolean;
}

const bugsTrackerId = 11;

export async function updateSetting(name: string, value: unknown): Promise<void> {
  const target = vscode.ConfigurationTarget.Global;
  await vscode.workspace.getConfiguration().update(`artifacts.${name}`, value, target);
}

/** Public artifacts, requested without the extension. */
async function fetchBugs({ url }: Simulator): Promise<readonly Bug[]> {
  const response = await fetch(`${url}/api/trackers/${bugsTrackerId}/artifacts?limit=50`);
  const rows: unknown = await response.json();
  assert.ok(Array.isArray(rows));
  return rows.filter(({ id, title }: Bug) => id > 9 && /^[\w ]{20,}$/.test(title));
}

export class CommitFixture {
  readonly server: Simulator;
  readonly bugs: readonly Bug[];
  readonly #repositories: OpenedRepositories;

  private constructor(server: Simulator, bugs: readonly Bug[], repositories: OpenedRepositories) {
    this.server = server;
    this.bugs = bugs;
    this.#repositories = repositories;
  }

  static async open(): Promise<CommitFixture> {
    const server = await startSimulator({ dialect: "product" });
    await setSites(server.url);
    await activateExtension();
    return new CommitFixture(server, await fetchBugs(server), await OpenedRepositories.open());
  }

  findBug(state: "open" | "closed"): Bug {
    const found = this.bugs.find(({ is_open }) => is_open === (state === "open"));
    return found ?? assert.fail(`no ${state} bug`);
  }

  openRepository(
    name: string,
    branch?: string,
  ): Promise<{ readonly testRepository: TestRepository; readonly gitRepository: GitExtensionRepository }> {
    return this.#repositories.openRepository(name, branch);
  }

  closeRepositories(): Promise<void> {
    return this.#repositories.closeAll();
  }

  async close(): Promise<void> {
    await clearSites();
    await Promise.all([this.#repositories.closeAll(), this.server.close()]);
  }
}

export async function waitForScmInput({ inputBox }: GitExtensionRepository, expected: string): Promise<void> {
  await assertEventually(() => Promise.resolve(assert.equal(inputBox.value, expected)));
}

/** The document of the visible SCM input with this text. */
export async function findScmInputDocument(text: string): Promise<vscode.TextDocument> {
  await vscode.commands.executeCommand("workbench.view.scm");
  const find = (): vscode.TextDocument | undefined =>
    vscode.workspace.textDocuments.find((each) => each.languageId === "scminput" && each.getText() === text);
  await assertEventually(() => Promise.resolve(assert.ok(find(), "no SCM input has this text")));
  return find() ?? assert.fail();
}

/** The text in an empty SCM input; the space separates the number from what is typed next. */
export function getExpectedPrefill(id: number): string {
  return `\n\nart #${id} `;
}
