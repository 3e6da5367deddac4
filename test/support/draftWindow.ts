import { edited, typedIn } from "../../src/model/form/draft.ts";
import { WorkingDraft } from "../../src/store/workingDraft.ts";
import { artifact, type DraftFolder, twoLines } from "./draftFolder.ts";

export interface Taken {
  readonly text: string;
  /** What stood there before. */
  readonly before: string;
  /** If not, it was taken over before it was on disk: it stays on its screen, which says that it is no longer ours. */
  readonly isOurs: boolean;
}

/** One window that works at one artifact, or has closed it. */
export class DraftWindow {
  readonly name: string;
  readonly #folder: DraftFolder;
  #clock: () => number;
  working: WorkingDraft | undefined;

  constructor(folder: DraftFolder, name: string, clock: () => number) {
    this.name = name;
    this.#folder = folder;
    this.#clock = clock;
  }

  async open(): Promise<void> {
    if (this.working !== undefined) return;
    const drafts = this.#folder.window(this.name);
    const working = new WorkingDraft({ drafts, now: this.#clock, onChange: () => undefined }, artifact(7));
    await working.claim();
    this.working = working;
  }

  /** Undefined if the edit was refused. */
  async edit(target: number, text: string): Promise<Taken | undefined> {
    const { working } = this;
    if (working?.standing !== "ours") return undefined;
    const earlier = typedIn(working.current, target);
    const input = { kind: "line", text } as const;
    working.become(edited(twoLines.form, working.current, { target, input, step: "begin" }), twoLines);
    await working.flush();
    return {
      text,
      before: earlier?.kind === "line" ? earlier.text : "",
      isOurs: (working.standing as string) === "ours",
    };
  }

  async close(): Promise<void> {
    await this.working?.release(twoLines);
    this.working = undefined;
  }
}
