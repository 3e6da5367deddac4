// A folder of drafts that ends with the test, and windows that use it.
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Draft } from "../../src/model/form/draft.ts";
import type { Subject } from "../../src/model/subject.ts";
import { Drafts, type DraftsOptions } from "../../src/store/drafts.ts";
import { type KeptDraft, parseKept } from "../../src/store/keptDraft.ts";
import { baseOf } from "./bases.ts";
import { formWith } from "./formParts.ts";

export class DraftFolder {
  /** Not there yet: whoever writes first makes it. */
  readonly path: string;
  readonly #parent: string;
  readonly #windows: Drafts[] = [];
  readonly #processes: string[] = [];

  private constructor(parent: string) {
    this.#parent = parent;
    this.path = join(parent, "drafts");
  }

  /** Another folder that ends with this one. */
  beside(name: string): string {
    return join(this.#parent, name);
  }

  static async make(): Promise<DraftFolder> {
    return new DraftFolder(await mkdtemp(join(tmpdir(), "drafts-")));
  }

  /** A window in a process of its own that runs, unless told otherwise; the same one for the same name. */
  window(name: string, options: Partial<DraftsOptions> = {}): Drafts {
    const process =
      this.#processes.indexOf(name) === -1 ? this.#processes.push(name) : this.#processes.indexOf(name) + 1;
    const drafts = new Drafts({ folder: this.path, process, isRunning: () => true, ...options });
    this.#windows.push(drafts);
    return drafts;
  }

  async names(): Promise<readonly string[]> {
    return (await readdir(this.path)).toSorted();
  }

  text(name: string): Promise<string> {
    return readFile(join(this.path, name), "utf8");
  }

  /** What the files hold, those that are drafts. */
  async kept(): Promise<readonly KeptDraft[]> {
    const texts = await Promise.all((await this.names()).map((name) => this.text(name)));
    return texts.flatMap((text) => parseKept(text) ?? []);
  }

  async close(): Promise<void> {
    for (const window of this.#windows) window.dispose();
    await rm(this.#parent, { recursive: true, force: true });
  }
}

export function artifact(artifactId: number): Subject {
  return { kind: "artifact", siteApi: "https://a.example/api", accountId: "102", artifactId };
}

const form = formWith(
  [1, 2].map((id) => ({ id, type: "string" })),
  { values: [] },
);

/** A state of the server with two lines of text, 1 and 2. */
export const twoLines = baseOf(form);

/** A draft that says something in one of the lines. */
export function saying(text: string, target = 1): Draft {
  const input = { kind: "line", text } as const;
  return { steps: [{ target, before: undefined, after: input }], position: 1, inputs: [{ target, input }] };
}

/** What the draft says in its first line. */
export function said(kept: Pick<KeptDraft, "draft"> | undefined): string | undefined {
  const input = kept?.draft.inputs[0]?.input;
  return input?.kind === "line" ? input.text : undefined;
}
