// Real repositories in a folder that is removed after the test.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { GitPathAndFolder } from "../../../../src/store/commits/git.ts";
import type { ReferenceFinder, MentionSearchStep } from "../../../../src/store/commits/commitMentions.ts";

/** A simple reference syntax for tests. */
export const findArtReferences: ReferenceFinder = (text) =>
  [...text.matchAll(/\bart #(\d+)/gi)].map(([, id]) => ({ artifactId: Number(id) }));

const gitProgram = (process.env["PATH"] ?? "")
  .split(delimiter)
  .map((folder) => join(folder, process.platform === "win32" ? "git.exe" : "git"))
  .find((path) => existsSync(path));

/** Ignores the user's own config. */
const environment = {
  PATH: process.env["PATH"],
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.com",
};

interface GitOptions {
  readonly cwd?: string;
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
}

export class TestRepository {
  readonly folder: string;
  readonly repository: GitPathAndFolder;
  #minute = 0;

  constructor(folder: string, gitPath = gitProgram) {
    if (gitPath === undefined) throw new Error("There is no git on the path.");
    this.folder = folder;
    this.repository = { gitPath, folder };
  }

  /** Runs git like a user would, with the repository's config. */
  runGit(args: readonly string[], { cwd = this.folder, input, env }: GitOptions = {}): string {
    const processEnv = { ...environment, ...env };
    const output = execFileSync(this.repository.gitPath, args, {
      cwd,
      env: processEnv,
      stdio: "pipe",
      ...(input === undefined ? {} : { input }),
    });
    return output.toString().trim();
  }

  /** Each commit is a minute later, so that the order is certain. */
  commit(message: string | Buffer, args: readonly string[] = []): string {
    this.#minute += 1;
    const date = `2026-01-01T00:${String(this.#minute).padStart(2, "0")}:00+01:00`;
    const env = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    const verbatim = ["--cleanup=verbatim", "--allow-empty", "--allow-empty-message", "--quiet", "-F", "-"];
    this.runGit(["commit", ...verbatim, ...args], { input: message, env });
    return this.runGit(["rev-parse", "HEAD"]);
  }

  /** Commits the exact bytes, which git itself would repair. */
  commitRaw(message: Buffer): void {
    const author = "Ada <ada@example.com> 1767222000 +0100";
    const tree = this.runGit(["mktree"], { input: "" });
    const lines = [`tree ${tree}`, `author ${author}`, `committer ${author}`, "", ""];
    const input = Buffer.concat([Buffer.from(lines.join("\n")), message]);
    const hash = this.runGit(["hash-object", "-t", "commit", "-w", "--stdin"], { input });
    this.runGit(["update-ref", "HEAD", hash]);
  }

  async writeFile(name: string, content: string): Promise<void> {
    await writeFile(join(this.folder, name), content);
  }

  /** Returns the hash of the commit. */
  async commitFile(name: string, content: string, message: string): Promise<string> {
    await this.writeFile(name, content);
    this.runGit(["add", "--", name]);
    return this.commit(message);
  }
}

export class GitFixture {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<GitFixture> {
    return new GitFixture(await realpath(await mkdtemp(join(tmpdir(), "commits-"))));
  }

  getPath(name: string): string {
    return join(this.folder, name);
  }

  createRepository(name: string, args: readonly string[] = []): TestRepository {
    const repository = new TestRepository(this.getPath(name));
    repository.runGit(["init", "--quiet", "--initial-branch=main", ...args, this.getPath(name)], {
      cwd: this.folder,
    });
    return repository;
  }

  /** Creates an executable script. */
  async createScript(name: string, lines: readonly string[]): Promise<string> {
    const path = this.getPath(name);
    await writeFile(path, ["#!/bin/sh", ...lines, ""].join("\n"));
    await chmod(path, 0o755);
    return path;
  }

  /** Creates a script that runs the lines and then git. */
  createGitWrapper(name: string, lines: readonly string[]): Promise<string> {
    return this.createScript(name, [...lines, `exec '${gitProgram}' "$@"`]);
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

/** Returns all steps, with the subjects of commits. */
export async function collectSteps(mentions: AsyncIterable<MentionSearchStep>): Promise<readonly unknown[]> {
  const steps: unknown[] = [];
  for await (const step of mentions) steps.push(step.kind === "commit" ? step.commit.subject : step);
  return steps;
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
