// What really happened to one artifact: every write that the server has, and what the one who sent it had seen.
import type { Update } from "../../../src/api/artifacts.ts";
import type { Revision } from "../../../src/model/revision.ts";
import type { SaveWay } from "../../../src/store/submission.ts";
import type { Simulator } from "../../simulator/simulator.ts";
import type { Changeset } from "../../simulator/state/changeset.ts";
import { at, type Elements, type FieldName, fieldNames, type Fields, namesIn } from "./fields.ts";
import { type Place, start, type State } from "./fields.ts";
import { Violation } from "./violation.ts";

export interface Sending {
  /** Id of the account. */
  readonly by: number;
  /** Among those of the same person. */
  readonly index: number;
  /** What their form stood on. */
  readonly base: State;
  readonly sent: Partial<Readonly<Record<FieldName, Elements>>>;
  readonly comment: string | undefined;
  readonly revision: Revision | undefined;
  readonly way: SaveWay;
  /** How many writes there were before it. */
  readonly after: number;
  /** What the server made of it, if it arrived and changed anything. */
  made: Changeset | undefined;
  /** Whether nobody can be told any more what went with it: the window is gone, or the person has let go of it. */
  isLetGo: boolean;
}

/** A value that went without having been seen, by whose write, and who has to be told of it. */
interface Unseen {
  readonly what: string;
  readonly gone: Changeset;
  readonly by: Sending;
}

export class Ledger {
  readonly #server: Simulator;
  readonly #artifactId: number;
  readonly #fields: Fields;
  readonly #people: ReadonlySet<number>;
  readonly #sendings: Sending[] = [];
  readonly #states: State[] = [];
  /** So many writes are as they should be; the first made the artifact. */
  #checked = 1;
  readonly #made = new Set<string>();
  readonly #unseen: Unseen[] = [];

  constructor(server: Simulator, artifactId: number, fields: Fields, people: readonly number[]) {
    this.#server = server;
    this.#artifactId = artifactId;
    this.#fields = fields;
    this.#people = new Set(people);
    for (const name of fieldNames) {
      for (const element of namesIn(start[name])) this.note(name, element, at(start[name], element));
    }
  }

  /** Somebody has put this there. */
  note(place: Place, element: string, value: string): void {
    this.#made.add(`${place} ${element}: ${value}`);
  }

  get now(): State {
    this.#readOn();
    return this.#states.at(-1) ?? start;
  }

  sendingsOf(person: number): readonly Sending[] {
    return this.#sendings.filter(({ by }) => by === person);
  }

  begin({ changes, comment }: Update, how: Pick<Sending, "base" | "by" | "revision" | "way">): Sending {
    const sending: Sending = {
      ...how,
      index: this.sendingsOf(how.by).length,
      sent: Object.fromEntries(changes.flatMap((change) => [this.#fields.sent(change) ?? []])),
      comment: comment?.source,
      after: this.#changesets.length,
      made: undefined,
      isLetGo: false,
    };
    this.#sendings.push(sending);
    return sending;
  }

  /** Whatever becomes of the answer, the server has it now, or will never have it. */
  async carryOut<T>(sending: Sending, act: () => Promise<T>): Promise<T> {
    const before = this.#changesets.length;
    try {
      return await act();
    } finally {
      sending.made = this.#changesets.slice(before).find(({ submittedBy }) => submittedBy === sending.by);
    }
  }

  /** Whether the server has, or had since, what was sent: by this sending, or because others had written the same. */
  isKept({ made, comment, sent, after }: Sending): boolean {
    this.#readOn();
    const isHeld = (state: State): boolean =>
      fieldNames.every((name) => sent[name] === undefined || isSame(sent[name], state[name]));
    if (made === undefined) {
      return comment === undefined && this.#states.slice(Math.max(0, after - 1)).some(isHeld);
    }
    const state = this.#states[this.#changesets.indexOf(made)];
    return made.comment?.body === comment && state !== undefined && isHeld(state);
  }

  /** Whether a person has sent this, no earlier than with their so manieth sending, and the server has it. */
  hasKept(person: number, place: Place, element: string, value: string, from = 0): boolean {
    return this.sendingsOf(person).some((sending) => {
      const { index, comment, sent } = sending;
      const isSent =
        place === "comment"
          ? comment === value
          : sent[place] !== undefined && at(sent[place], element) === value;
      return index >= from && isSent && this.isKept(sending);
    });
  }

  /** Whether it was ever there. */
  wasHeld(place: Place, element: string, value: string): boolean {
    this.#readOn();
    return place !== "comment" && this.#states.some((state) => at(state[place], element) === value);
  }

  /** The last write that put a value there. */
  writerOf(place: Place, element: string, value: string): number {
    this.#readOn();
    return place === "comment" ? -1 : (this.#writer(place, element, value, this.#states.length)?.id ?? -1);
  }

  /** Looks at what was written since the last look. */
  check(): void {
    this.#readOn();
    const fresh = this.#changesets.slice(this.#checked);
    for (const [index, changeset] of fresh.entries()) this.#checkWrite(changeset, this.#checked + index);
    this.#checked += fresh.length;
  }

  /** At the end: whoever replaced what they had not seen was told whose it was. */
  checkTold(toldTo: (person: number) => ReadonlySet<number>): void {
    for (const { what, gone, by } of this.#unseen) {
      const isTold = by.isLetGo || toldTo(by.by).has(gone.id);
      if (!isTold) throw new Violation("seen", `${what}, and was never told`);
    }
  }

  get #changesets(): readonly Changeset[] {
    return this.#server.changesets(this.#artifactId);
  }

  #readOn(): void {
    for (const { changes } of this.#changesets.slice(this.#states.length)) {
      const last = this.#states.at(-1) ?? start;
      const changed = [...changes].flatMap(([{ id }, { after }]) => {
        const name = this.#fields.nameOf(id);
        return name === undefined ? [] : [[name, this.#fields.held(name, after)] as const];
      });
      this.#states.push({ ...last, ...Object.fromEntries(changed) });
    }
  }

  #checkWrite(changeset: Changeset, place: number): void {
    const sending = this.#sendings.find(({ made }) => made === changeset);
    const isPersons = this.#people.has(changeset.submittedBy);
    if (isPersons && sending === undefined) throw new Violation("made", "a write that nobody has sent");
    const [before, after] = [this.#states[place - 1] ?? start, this.#states[place] ?? start];
    for (const name of fieldNames) {
      for (const element of namesIn(before[name], after[name])) {
        const [was, is] = [at(before[name], element), at(after[name], element)];
        if (was === is) continue;
        if (is !== "" && !this.#made.has(`${name} ${element}: ${is}`)) {
          throw new Violation("made", `${name} ${element} became “${is}”`);
        }
        if (sending !== undefined) this.#checkSeen(sending, place, name, element, was);
      }
    }
  }

  #writer(name: FieldName, element: string, value: string, before: number): Changeset | undefined {
    const written = this.#states.findLastIndex(
      (state, index) =>
        index < before &&
        at(state[name], element) === value &&
        at(this.#states[index - 1]?.[name], element) !== value,
    );
    return this.#changesets[written];
  }

  #checkSeen(sending: Sending, place: number, name: FieldName, element: string, was: string): void {
    const { base, by, revision, way } = sending;
    if (at(base[name], element) === was) return;
    const gone = this.#writer(name, element, was, place);
    const what = `${name} ${element} “${was}” was replaced by ${by}, who had not seen it`;
    const hasHistory = this.#server.dialect === "product";
    // Whoever overwrites has said so: what comes in that very moment goes with it. It is told where there is a history.
    if (way === "overwrite" && !hasHistory) return;
    // Two writes of one second bear one name, where names are seconds: nobody can send over one of them alone.
    const isNamesake =
      hasHistory && revision?.kind === "tag" && gone?.submittedOn === Number(revision.tag) * 1000;
    if (gone === undefined || (way !== "overwrite" && !isNamesake)) throw new Violation("seen", what);
    this.#unseen.push({ what, gone, by: sending });
  }
}

function isSame(one: Elements, other: Elements): boolean {
  return namesIn(one, other).every((element) => at(one, element) === at(other, element));
}
