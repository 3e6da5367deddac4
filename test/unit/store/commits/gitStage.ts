// Real repositories in a folder that goes away with the test.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Repository } from "../../../../src/store/commits/git.ts";
import type { FindReferences, MentionStep } from "../../../../src/store/commits/mentions.ts";

/** A plain grammar of the tests' own. */
export const findArt: FindReferences = (text) =>
  [...text.matchAll(/\bart #(\d+)/gi)].map(([, id]) => ({ artifactId: Number(id) }));

const gitProgram = (process.env["PATH"] ?? "")
  .split(delimiter)
  .map((folder) => join(folder, process.platform === "win32" ? "git.exe" : "git"))
  .find((path) => existsSync(path));

/** The person's own config has no say in the tests. */
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
  readonly ours: Repository;
  #minute = 0;

  constructor(folder: string, program = gitProgram) {
    if (program === undefined) throw new Error("There is no git on the path.");
    this.folder = folder;
    this.ours = { program, folder };
  }

  /** Git as a person would run it, with all that the repository's config says. */
  git(args: readonly string[], { cwd = this.folder, input, env }: GitOptions = {}): string {
    const own = { ...environment, ...env };
    const output = execFileSync(this.ours.program, args, {
      cwd,
      env: own,
      stdio: "pipe",
      ...(input === undefined ? {} : { input }),
    });
    return output.toString().trim();
  }

  /** Each a minute after the one before, so that their order is certain. */
  commit(message: string | Buffer, args: readonly string[] = []): string {
    this.#minute += 1;
    const date = `2026-01-01T00:${String(this.#minute).padStart(2, "0")}:00+01:00`;
    const env = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    const verbatim = ["--cleanup=verbatim", "--allow-empty", "--allow-empty-message", "--quiet", "-F", "-"];
    this.git(["commit", ...verbatim, ...args], { input: message, env });
    return this.git(["rev-parse", "HEAD"]);
  }

  /** A commit on the branch that is checked out, byte for byte: git itself would repair the text. */
  rawCommit(message: Buffer): void {
    const person = "Ada <ada@example.com> 1767222000 +0100";
    const tree = this.git(["mktree"], { input: "" });
    const lines = [`tree ${tree}`, `author ${person}`, `committer ${person}`, "", ""];
    const input = Buffer.concat([Buffer.from(lines.join("\n")), message]);
    const hash = this.git(["hash-object", "-t", "commit", "-w", "--stdin"], { input });
    this.git(["update-ref", "HEAD", hash]);
  }

  async file(name: string, content: string): Promise<void> {
    await writeFile(join(this.folder, name), content);
  }
}

export class GitStage {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<GitStage> {
    return new GitStage(await realpath(await mkdtemp(join(tmpdir(), "commits-"))));
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  repository(name: string, args: readonly string[] = []): TestRepository {
    const made = new TestRepository(this.path(name));
    made.git(["init", "--quiet", "--initial-branch=main", ...args, this.path(name)], { cwd: this.folder });
    return made;
  }

  /** A program of the test's own. */
  async script(name: string, lines: readonly string[]): Promise<string> {
    const path = this.path(name);
    await writeFile(path, ["#!/bin/sh", ...lines, ""].join("\n"));
    await chmod(path, 0o755);
    return path;
  }

  /** Git, after some words of the test's own; they can leave its process id in a file. */
  gitAfter(name: string, lines: readonly string[]): Promise<string> {
    return this.script(name, [...lines, `exec '${gitProgram}' "$@"`]);
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

/** Everything that comes, with the subjects of the commits. */
export async function steps(mentions: AsyncIterable<MentionStep>): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  for await (const step of mentions) seen.push(step.kind === "commit" ? step.commit.subject : step);
  return seen;
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
