// Somebody at a form: types, saves, and does what a sensible person would once things are well again.
import { isFailure } from "../../src/model/failure.ts";
import type { Input } from "../../src/model/fields/registry.ts";
import type { Target } from "../../src/model/form/draft.ts";
import type { Subject } from "../../src/model/subject.ts";
import type { Editing } from "../../src/store/editing.ts";
import type { SaveWay } from "../../src/store/submission.ts";
import { until } from "../support/wait.ts";
import { ensure, Violation } from "./rule.ts";
import { never, type Scene } from "./scene.ts";

interface Typing {
  /** A field by its name, or the comment. */
  readonly into: string;
  readonly input: (editing: Editing) => Input;
  /** The word in it by which it is known again; undefined for what is told by nothing but its place. */
  readonly token?: string;
}

interface PersonOptions {
  readonly subject: () => Subject;
  readonly trackerId?: number;
  readonly typing: readonly Typing[];
  /** Whether the server has a word, looked up past the client. */
  readonly isThere: (token: string) => Promise<boolean>;
  /** How they save where the server can't be asked to refuse what is stale. */
  readonly way?: SaveWay;
}

const mostTries = 6;

/** A draft is on disk within 300 ms; a busy machine may take longer. */
const untilOnDiskMs = 20_000;

export class Person {
  readonly #scene: Scene;
  readonly #options: PersonOptions;
  /** What was told to be saved. */
  readonly #told = new Set<string>();
  readonly #typed = new Set<string>();
  #editing: Editing | undefined;

  constructor(scene: Scene, options: PersonOptions) {
    this.#scene = scene;
    this.#options = options;
  }

  get editing(): Editing | undefined {
    return this.#editing;
  }

  get hasSaved(): boolean {
    return this.#told.size > 0;
  }

  /** Shows a failure where there is nothing else to show. */
  async open(): Promise<void> {
    const { subject, trackerId } = this.#options;
    const { forms, site } = this.#scene.window;
    const { editing } = forms.hold(site, subject(), { trackerId });
    try {
      await editing.load(undefined, never);
      this.#editing = editing;
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
    }
  }

  /** What is refused stays on the screen of whoever typed it. */
  type(): void {
    const editing = this.#editing;
    if (editing === undefined) return;
    for (const { into, input, token } of this.#options.typing) {
      const target = targetOf(editing, into);
      if (target === undefined) continue;
      const isTaken = editing.edit({ target, input: input(editing), step: "begin" }, 1) === "taken";
      if (isTaken && token !== undefined) this.#typed.add(token);
    }
  }

  async save(way: SaveWay = this.#options.way ?? "checked"): Promise<void> {
    const result = await this.#editing?.save(way, never);
    if (result?.kind === "saved") for (const token of this.#typed) this.#told.add(token);
  }

  /** The window is another one: what was typed is to be found there again. */
  leave(): void {
    this.#editing = undefined;
  }

  async look(): Promise<void> {
    for (const token of this.#told) {
      ensure(await this.#options.isThere(token), "saved", `${token} is not at the server`);
    }
    for (const token of this.#typed) await this.#lookFor(token);
  }

  /** Opens what is not open, types what could not be typed, and saves until it is there. */
  async comeToAnEnd(): Promise<void> {
    if (this.#editing === undefined) await this.open();
    const editing = this.#editing;
    if (editing === undefined) throw new Violation("answered", "the form does not open");
    if (this.#typed.size === 0) this.type();
    for (let tries = 0; tries < mostTries; tries += 1) if (await this.#tryAgain(editing)) return;
    throw new Violation("answered", `it can't be saved: ${JSON.stringify(editing.notices)}`);
  }

  async #tryAgain(editing: Editing): Promise<boolean> {
    const { way = "checked" } = this.#options;
    const isUnknown = editing.notices.some(({ kind }) => kind === "unknown");
    if (isUnknown && (await this.#isAllThere())) {
      await editing.discard();
      return true;
    }
    const isBlind = editing.notices.some(({ kind }) => kind === "refusing" || kind === "noRevision");
    const result = await editing.save(isUnknown ? "anyway" : isBlind ? "overwrite" : way, never);
    switch (result.kind) {
      case "saved":
        for (const token of this.#typed) this.#told.add(token);
        return true;
      case "nothing":
        ensure(await this.#isAllThere(), "typed", "nothing is left to be saved");
        return true;
      case "problem":
        throw new Violation("answered", `there is a problem at ${result.target}`);
      case "collision":
        for (const { fieldId } of editing.collisions) editing.choose(fieldId, "mine");
        return false;
      case "notSaved":
        return false;
    }
  }

  async #isAllThere(): Promise<boolean> {
    for (const token of this.#typed) if (!(await this.#options.isThere(token))) return false;
    return true;
  }

  async #lookFor(token: string): Promise<void> {
    if (await this.#options.isThere(token)) return;
    const isKept = (): Promise<boolean> => this.#scene.isOnDisk(token);
    await until("it is on disk", isKept, untilOnDiskMs).catch(() => {
      throw new Violation("typed", `${token} is neither at the server nor on disk`);
    });
  }
}

function targetOf({ base }: Editing, name: string): Target | undefined {
  if (name === "comment") return base?.form.takesComment === true ? name : undefined;
  return base?.form.fields.find((field) => field.name === name)?.id;
}
