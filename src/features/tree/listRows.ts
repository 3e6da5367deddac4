// The rows below a tracker, a query, or a section of "My Work", from what was found for it.
import type { ArtifactRow } from "../../model/artifact.ts";
import type { Project } from "../../model/project.ts";
import type { Trouble } from "../../store/pagedList.ts";
import type { ArtifactList, Lists, OpenedList } from "../../store/queries/lists.ts";
import type { MyWork, Work } from "../../store/queries/myWork.ts";
import { artifactRows, Neighbours, type RowFacts } from "./artifactRows.ts";
import type { TreeContext } from "./context.ts";
import { lastRows, nothingRow, problemRows, type Readable } from "./listingRows.ts";
import {
  type ListNode,
  type Note,
  type NoteNode,
  noteRow,
  type NothingNode,
  type QueryNode,
  type RecentNode,
  type TrackerNode,
  type TreeNode,
  type WorkNode,
} from "./nodes.ts";
import { type Arrangement, isPlain } from "./viewState.ts";

// What is to be said beside one's own work: where it was looked for, and who told nothing.

type Rows = Extract<Work, { kind: "rows" }>;
type Silence = Rows["silences"][number];

function asRows({ rows, failure, hasMore, size }: Rows): Readable<ArtifactRow> {
  const trouble = failure === undefined ? undefined : ({ failure, where: "start" } as const);
  return { items: rows, trouble, hasMore, lookedAt: rows.length, size };
}

function silent(
  silences: readonly Silence[],
  why: "noField" | "contradicted",
  { site, concern }: WorkNode,
): readonly Note[] {
  const trackers = silences.flatMap(({ kind, tracker }) => (kind === why ? tracker.label : []));
  return trackers.length === 0 ? [] : [{ kind: "silent", why, of: concern, site: site.label, trackers }];
}

function failed(silences: readonly Silence[], site: string): readonly Note[] {
  return silences.flatMap((each) =>
    each.kind === "failed"
      ? [{ kind: "trackerFailed", site, tracker: each.tracker.label, failure: each.failure }]
      : [],
  );
}

function notesOn(
  parent: WorkNode,
  work: Work,
  pinned: readonly Project[],
  openOnly: boolean,
): readonly Note[] {
  const site = parent.site.label;
  switch (work.kind) {
    case "unread":
      return [];
    case "nobodyIsMe":
      return [{ kind: "nobodyIsMe", site }];
    case "rows": {
      if (work.from === "server" || work.failure !== undefined) return [];
      const of = work.from === "both" ? "closed" : "all";
      if (pinned.length === 0) return [{ kind: "nothingPinned", site, of }];
      return [
        ...failed(work.silences, site),
        ...silent(work.silences, "contradicted", parent),
        ...silent(work.silences, "noField", parent),
        ...(openOnly && work.rows.some(({ isOpen }) => isOpen === undefined)
          ? [{ kind: "openUntold", site } as const]
          : []),
        { kind: "lookedIn", site, of, projects: pinned.map(({ label }) => label) },
      ];
    }
  }
}

/** How many rows are read at a time to be put into another order, or into groups. */
const arrangedAtATime = 500;

type OpenedFound = Extract<OpenedList, { kind: "found" }>;

function nothingOf(parent: TrackerNode | QueryNode, isOpenOnly: boolean): NothingNode["of"] {
  if (parent.kind === "query") return "found";
  return isOpenOnly ? "openArtifacts" : "artifacts";
}

export class ListRows {
  readonly #context: Pick<
    TreeContext,
    "catalog" | "pins" | "recent" | "choices" | "unsent" | "about" | "ages" | "redraw"
  >;
  readonly #lists: Lists;
  readonly #noteOpenUntold: (siteApi: string, isSo: boolean) => void;
  readonly #neighbours = new Neighbours();
  /** How many rows are wanted to be arranged, by the id of the row above. */
  readonly #goals = new Map<string, number>();

  /** `noteOpenUntold` is called with whether a site does not say which artifacts of "My Work" are open. */
  constructor(
    context: Pick<
      TreeContext,
      "catalog" | "pins" | "recent" | "choices" | "unsent" | "about" | "ages" | "redraw"
    >,
    lists: Lists,
    noteOpenUntold: (siteApi: string, isSo: boolean) => void,
  ) {
    this.#context = context;
    this.#lists = lists;
    this.#noteOpenUntold = noteOpenUntold;
  }

  below(parent: ListNode | RecentNode): Promise<TreeNode[]> {
    switch (parent.kind) {
      case "recent":
        return this.#recentlyOpened(parent);
      case "work":
        return this.#worked(parent);
      case "tracker":
      case "query":
        return this.#found(parent);
    }
  }

  /** Reads the next rows, or so many more of those that are arranged. */
  async more(parent: ListNode): Promise<void> {
    const list = this.#listOf(parent);
    if (isPlain(this.#arrangement(parent))) await list.more();
    else this.#goals.set(parent.id, this.#goal(parent) + arrangedAtATime);
  }

  /** A person wants to know anew: what a tracker is like is read again too. */
  refresh(parent: ListNode): void {
    const list = this.#listOf(parent);
    if (parent.kind !== "work") {
      const trackerId = parent.kind === "tracker" ? parent.trackerId : parent.query.tracker;
      this.#context.catalog.of(parent.site).forgetTracker(trackerId);
    }
    list.invalidate();
  }

  /** In the order in which they were opened. */
  async #recentlyOpened(parent: RecentNode): Promise<TreeNode[]> {
    const { catalog, recent } = this.#context;
    const known = catalog.of(parent.site);
    const opened = recent.list(parent.siteApi, await known.account());
    if (opened.length === 0) return [nothingRow(parent, "recent")];
    const seen = new Map(known.seenArtifacts.map((row) => [row.id, row]));
    const places = new Map(opened.map(({ id, tracker }) => [id, tracker]));
    const rows = opened.map(({ id, title }) => seen.get(id) ?? bareRow(id, title));
    const facts = await this.#facts(parent, (row) => places.get(row.id), "among others");
    return [...artifactRows(parent, rows, { sort: undefined, group: undefined }, facts, this.#neighbours)];
  }

  /** For who goes from one to the next. */
  async #readOn(parent: ListNode, onCalledOff: (stop: () => void) => void): Promise<"read" | "end"> {
    const list = this.#listOf(parent);
    if (!list.hasMore) return "end";
    onCalledOff(() => list.cancel());
    await this.more(parent);
    const rows = await this.below(parent);
    this.#context.redraw(parent);
    const problem = rows.find((row) => row.kind === "problem");
    if (problem !== undefined) throw problem.failure;
    return "read";
  }

  #listOf(parent: ListNode): ArtifactList | MyWork {
    return parent.kind === "work" ? this.#work(parent) : this.#artifactList(parent);
  }

  #work({ site, concern }: WorkNode): MyWork {
    const { choices } = this.#context;
    return this.#lists.work(site, { concern, openOnly: choices.isOpenOnly("artifacts.myWork") });
  }

  #artifactList(parent: TrackerNode | QueryNode): ArtifactList {
    const openOnly = this.#context.choices.isOpenOnly("artifacts.tree");
    return parent.kind === "tracker"
      ? this.#lists.tracker(parent.site, parent.tracker, openOnly)
      : this.#lists.query(parent.site, parent.queryKey, parent.query, openOnly);
  }

  #arrangement(parent: ListNode): Arrangement {
    const { choices } = this.#context;
    if (parent.kind === "work") return choices.arrangement("artifacts.myWork");
    const chosen = choices.arrangement("artifacts.tree");
    if (parent.kind === "tracker") return chosen;
    const { sort, group } = parent.query;
    return { sort: sort ?? chosen.sort, group: group ?? chosen.group };
  }

  #goal({ id }: ListNode): number {
    return this.#goals.get(id) ?? arrangedAtATime;
  }

  async #facts(
    parent: ListNode | RecentNode,
    placeOf: RowFacts["placeOf"],
    where: "of one tracker" | "among others",
  ): Promise<RowFacts> {
    const { catalog, unsent } = this.#context;
    const { site, siteApi } = parent;
    const account = await catalog.of(site).account();
    return {
      placeOf,
      unsent: await unsent.artifactsOf(siteApi, account?.id),
      isAmongOthers: where === "among others",
      readOn: parent.kind === "recent" ? undefined : (onCalledOff) => this.#readOn(parent, onCalledOff),
    };
  }

  async #found(parent: TrackerNode | QueryNode): Promise<TreeNode[]> {
    const arrangement = this.#arrangement(parent);
    const list = this.#artifactList(parent);
    await list.load(isPlain(arrangement) ? undefined : this.#goal(parent));
    const { opened, failure } = list;
    const { label: site } = parent.site;
    const queryKey = parent.kind === "query" ? parent.queryKey : undefined;
    switch (opened?.kind) {
      case undefined:
        return [];
      case "siteUnknown":
        return [noteRow(parent.id, { kind: "siteUnknown", address: parent.site.web }, { queryKey })];
      case "failed":
        return [...problemRows(parent, { trouble: atStart(opened.failure) })];
      case "problems":
        return opened.problems.map((problem, at) =>
          noteRow(
            `${parent.id}/${at}`,
            { kind: "queryProblem", problem, site, tracker: opened.tracker },
            { queryKey, siteApi: parent.siteApi },
          ),
        );
      case "found":
        return this.#rowsOf(
          parent,
          opened,
          failure === undefined ? undefined : atStart(failure),
          arrangement,
        );
    }
  }

  async #rowsOf(
    parent: TrackerNode | QueryNode,
    { found, tracker, isOpenUntold, asked }: OpenedFound,
    trouble: Trouble | undefined,
    arrangement: Arrangement,
  ): Promise<TreeNode[]> {
    this.#context.about.set(parent.id, { trackerLabel: tracker.label, isOpenUntold });
    this.#context.ages.note(parent, found.asOf);
    const { label: site } = parent.site;
    const queryKey = parent.kind === "query" ? parent.queryKey : undefined;
    if (found.credibility === "contradicted") {
      return [noteRow(parent.id, { kind: "contradicted", site, of: parent.kind }, { queryKey })];
    }
    if (found.isAbsent && asked.kind !== "nothing") {
      return [noteRow(parent.id, { kind: "absent", site, way: asked.kind }, { queryKey })];
    }
    const facts = await this.#facts(parent, () => tracker, "of one tracker");
    // Said by the row above where it is the view's wish; a query that wants it by name has to be told aloud.
    const isWish = parent.kind === "query" && parent.query.openOnly === true;
    const isMissed = isWish && isOpenUntold && found.items.length > 0;
    const rows = [
      ...problemRows(parent, { trouble: trouble ?? found.trouble }),
      ...(isMissed ? [noteRow(parent.id, { kind: "openUntold", site }, { queryKey })] : []),
      ...artifactRows(parent, found.items, orderOf(arrangement), facts, this.#neighbours),
      ...lastRows(parent, found, !isPlain(arrangement)),
    ];
    const isOpenOnly = this.#context.choices.isOpenOnly("artifacts.tree") && !isOpenUntold;
    return rows.length > 0 ? rows : [nothingRow(parent, nothingOf(parent, isOpenOnly))];
  }

  async #worked(parent: WorkNode): Promise<TreeNode[]> {
    const { pins, catalog, choices, ages } = this.#context;
    const list = this.#work(parent);
    const arrangement = this.#arrangement(parent);
    const goal = this.#goal(parent);
    const countOf = (): number => rowsIn(list.work).length;
    if (isPlain(arrangement)) await list.load();
    else await list.loadUntil(() => countOf() >= goal);
    const { work } = list;
    ages.note(parent, work.kind === "rows" ? work.asOf : undefined);
    const pinned = pins.list(parent.siteApi, await catalog.of(parent.site).account());
    const openOnly = choices.isOpenOnly("artifacts.myWork");
    const { id, siteApi } = parent;
    const notes = notesOn(parent, work, pinned, openOnly).map((note, at) =>
      noteRow(`${id}/${at}`, note, { siteApi }),
    );
    if (work.kind !== "rows") return notes;
    if (work.rows.length > 0) this.#noteOpenUntold(siteApi, work.rows.every(isUntold));
    const places = new Map(work.rows.map(({ id, tracker }) => [id, tracker]));
    const facts = await this.#facts(parent, (row) => places.get(row.id), "among others");
    const readable = asRows(work);
    const rows = [
      ...problemRows(parent, readable),
      ...artifactRows(parent, work.rows, orderOf(arrangement), facts, this.#neighbours),
      ...lastRows(parent, readable, !isPlain(arrangement)),
    ];
    // Where nobody was asked, or somebody did not tell, nothing is not what there is.
    const isUncertain = work.silences.length > 0 || notes.some(({ note }) => note.kind === "nothingPinned");
    const isNothing = rows.length === 0 && !isUncertain;
    // What bears on the rows is said before them, where nobody can miss it.
    const isFirst = ({ note }: NoteNode): boolean =>
      note.kind !== "lookedIn" && !(note.kind === "silent" && note.why === "noField");
    return [
      ...notes.filter(isFirst),
      ...(isNothing ? [nothingRow(parent, openOnly ? parent.concern : "found")] : rows),
      ...notes.filter((note) => !isFirst(note)),
    ];
  }
}

function isUntold({ isOpen }: ArtifactRow): boolean {
  return isOpen === undefined;
}

function rowsIn(work: Work): readonly ArtifactRow[] {
  return work.kind === "rows" ? work.rows : [];
}

/** The newest come first without being sorted. */
function orderOf(arrangement: Arrangement): Arrangement {
  return isPlain(arrangement) ? { sort: undefined, group: undefined } : arrangement;
}

function atStart(failure: Trouble["failure"]): Trouble {
  return { failure, where: "start" };
}

/** Of something that is known by name only. */
function bareRow(id: number, title: string | undefined): ArtifactRow {
  return {
    kind: "artifact",
    id,
    uri: `artifacts/${id}`,
    title,
    status: undefined,
    isOpen: undefined,
    page: undefined,
    assignees: [],
    submittedBy: undefined,
    submittedOn: undefined,
    modifiedOn: undefined,
    revision: undefined,
  };
}
