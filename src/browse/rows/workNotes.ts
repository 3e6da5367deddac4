// What is to be said beside one's own work: where it was looked for, and who told nothing.
import type { ArtifactRow } from "../../model/artifact.ts";
import type { Project } from "../../model/project.ts";
import type { Work } from "../../store/queries/myWork.ts";
import type { Readable } from "./listingRows.ts";
import type { NoteNode, WorkNode } from "../nodes.ts";
import { noteRow } from "./noteRow.ts";
import type { Note } from "./notes.ts";

type Rows = Extract<Work, { kind: "rows" }>;
type Silence = Rows["silences"][number];

export function asRows({ rows, failure, hasMore, size }: Rows): Readable<ArtifactRow> {
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

interface Circumstances {
  readonly pinned: readonly Project[];
  readonly openOnly: boolean;
}

function notesOn(parent: WorkNode, work: Work, { pinned, openOnly }: Circumstances): readonly Note[] {
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

export function workNotes(parent: WorkNode, work: Work, circumstances: Circumstances): NoteNode[] {
  const { id, siteApi } = parent;
  return notesOn(parent, work, circumstances).map((note, at) => noteRow(`${id}/${at}`, note, { siteApi }));
}
