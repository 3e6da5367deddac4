// Artifacts by their titles, searched as someone types, across trackers. What an older text finds never takes the place of
// what a newer one does.
import type { Reader } from "../../api/reader.ts";
import { type Failure, isFailure } from "../../model/failure.ts";
import { type PlacedRow, placed } from "../../model/query/placedRow.ts";
import { holdsWords, numberIn, ranked, titleField, wordsIn } from "../../model/query/titles.ts";
import type { Tracker, TrackerSummary } from "../../model/tracker.ts";
import { severalAtOnce } from "../severalAtOnce.ts";
import { NewestFirst } from "./newestFirst.ts";
import type { Connect } from "./connect.ts";
import { meeting } from "./sources.ts";

export interface Matches {
  /** What was typed for them. */
  readonly text: string;
  /** Each once: the number that was typed, then titles whose words begin so, then the rest. */
  readonly rows: readonly PlacedRow[];
  /** How many trackers have not answered yet. */
  readonly pending: number;
  /** Of a tracker, or of the number that was typed. */
  readonly failures: readonly { readonly trackerId: number | undefined; readonly failure: Failure }[];
  /** Trackers that answered another question than was asked, and those whose titles can't be searched. */
  readonly unheeding: readonly number[];
  readonly untitled: readonly number[];
  /** Trackers that have more than was read. */
  readonly abounding: readonly number[];
}

export interface SearchSources {
  readonly connect: Connect;
  readonly structure: (trackerId: number) => Promise<Tracker>;
}

const atOnce = 4;
const perTracker = 20;

type Gathering = { -readonly [Name in keyof Matches]: Matches[Name] };

type TrackerAnswer =
  | { readonly kind: "rows"; readonly rows: readonly PlacedRow[]; readonly hasMore: boolean }
  | { readonly kind: "unheeding" | "untitled" };

/** One that a number names is as good as not there if it may not be read. */
async function numbered(client: Reader, id: number, signal: AbortSignal): Promise<readonly PlacedRow[]> {
  try {
    const artifact = await client.artifact(id, signal);
    const { id: trackerId, label = "" } = artifact.tracker;
    const tracker = trackerId === undefined ? undefined : { id: trackerId, label, color: undefined };
    return [{ ...artifact, tracker }];
  } catch (failure) {
    if (isFailure(failure) && (failure.kind === "notFound" || failure.kind === "forbidden")) return [];
    throw failure;
  }
}

export class TitleSearch {
  readonly #sources: SearchSources;
  #current: AbortController | undefined;

  constructor(sources: SearchSources) {
    this.#sources = sources;
  }

  /** Calls off what is under way; nothing more of it is shown. */
  cancel(): void {
    this.#current?.abort();
    this.#current = undefined;
  }

  /**
   * Searches in place of what was searched before. `show` is told of what there is each time that something answered; the
   * last of it is the result. Undefined if another search, or nobody, has taken its place.
   */
  async search(
    text: string,
    trackers: readonly TrackerSummary[],
    show: (matches: Matches) => void,
  ): Promise<Matches | undefined> {
    this.cancel();
    const controller = new AbortController();
    this.#current = controller;
    const { signal } = controller;
    const words = wordsIn(text);
    const number = numberIn(text);
    // "#12" names one and is no title.
    const asked = words.length === 0 || (number !== undefined && text.includes("#")) ? [] : trackers;
    const matches: Gathering = {
      text,
      rows: [],
      pending: asked.length,
      failures: [],
      unheeding: [],
      untitled: [],
      abounding: [],
    };
    const tell = (): void => {
      if (!signal.aborted) show({ ...matches });
    };

    const byNumber = this.#guarded(matches, undefined, signal, async () => {
      if (number === undefined) return;
      const { client } = await this.#sources.connect();
      const rows = await numbered(client, number, signal);
      matches.rows = ranked([...rows, ...matches.rows], text);
      tell();
    });
    const byTitle = severalAtOnce(asked, atOnce, async (tracker) => {
      await this.#guarded(matches, tracker.id, signal, async () => {
        take(matches, tracker.id, await this.#titlesIn(tracker, words, signal));
      });
      matches.pending -= 1;
      tell();
    });
    await Promise.all([byNumber, byTitle]);
    return signal.aborted ? undefined : { ...matches };
  }

  /** What one tracker fails in leaves the others alone. */
  async #guarded(
    matches: Gathering,
    trackerId: number | undefined,
    signal: AbortSignal,
    work: () => Promise<void>,
  ): Promise<void> {
    try {
      signal.throwIfAborted();
      await work();
    } catch (failure) {
      if (signal.aborted) return;
      if (!isFailure(failure)) throw failure;
      matches.failures = [...matches.failures, { trackerId, failure }];
    }
  }

  async #titlesIn(
    summary: TrackerSummary,
    words: readonly string[],
    signal: AbortSignal,
  ): Promise<TrackerAnswer> {
    const tracker = await this.#sources.structure(summary.id);
    const title = titleField(tracker);
    if (title === undefined) return { kind: "untitled" };
    const criteria = [{ kind: "contains", field: title.field.name, text: words.join(" ") }] as const;
    const list = new NewestFirst(meeting(this.#sources.connect, tracker, criteria));
    await list.read(perTracker, signal);
    const rows = list.items.filter((item) => item.kind === "artifact");
    const fitting = rows.filter((row) => holdsWords(row.title, words));
    // A server that does not say what its fields mean is believed only as far as titles show it.
    const isUnheeded = list.credibility === "contradicted" || (rows.length > 0 && fitting.length === 0);
    if (isUnheeded) return { kind: title.isGuess ? "untitled" : "unheeding" };
    return {
      kind: "rows",
      rows: fitting.map((row) => placed(row, summary)),
      hasMore: list.hasMore,
    };
  }
}

function take(matches: Gathering, trackerId: number, answer: TrackerAnswer): void {
  switch (answer.kind) {
    case "rows":
      matches.rows = ranked([...answer.rows, ...matches.rows], matches.text);
      if (answer.hasMore) matches.abounding = [...matches.abounding, trackerId];
      break;
    case "unheeding":
      matches.unheeding = [...matches.unheeding, trackerId];
      break;
    case "untitled":
      matches.untitled = [...matches.untitled, trackerId];
      break;
  }
}
