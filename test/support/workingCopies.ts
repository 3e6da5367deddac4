// Real working copies of Subversion. Their repositories are folders of this machine; the addresses that they are known by are
// those of a server, as they would be after a move there.
import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { programPath } from "../../src/store/commits/programPath.ts";
import { runCommand } from "./processes.ts";

/** Subversion's own programs, as whole paths. */
export interface Svn {
  readonly svn: string;
  readonly svnadmin: string;
}

/** Tells the tests in the extension host where they are. */
export const svnFolderVariable = "ARTIFACTS_SVN";

export function svnOnPath(): Svn | undefined {
  const [svn, svnadmin] = [programPath("svn"), programPath("svnadmin")];
  return svn === "svn" || svnadmin === "svnadmin" ? undefined : { svn, svnadmin };
}

export class WorkingCopies {
  readonly folder: string;
  readonly #svn: Svn;

  private constructor(folder: string, svn: Svn) {
    this.folder = folder;
    this.#svn = svn;
  }

  static async open(svn: Svn): Promise<WorkingCopies> {
    return new WorkingCopies(await realpath(await mkdtemp(join(tmpdir(), "svn-"))), svn);
  }

  /** Checked out, and then known by this address. */
  async make(name: string, address: string): Promise<string> {
    const repository = join(this.folder, `${name}-repository`);
    const copy = join(this.folder, name);
    await mkdir(repository);
    await runCommand(this.#svn.svnadmin, ["create", repository]);
    const quiet = ["--quiet", "--non-interactive", `--config-dir=${join(this.folder, "config")}`];
    await runCommand(this.#svn.svn, ["checkout", ...quiet, pathToFileURL(repository).href, copy]);
    // To move it, svn itself would have to reach the server.
    const database = new DatabaseSync(join(copy, ".svn", "wc.db"));
    database.prepare("UPDATE REPOSITORY SET root = ?").run(address);
    database.close();
    return copy;
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}
