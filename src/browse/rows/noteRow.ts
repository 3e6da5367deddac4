import type { NoteNode } from "../nodes.ts";
import type { Note } from "./notes.ts";

export function noteRow(
  parentId: string,
  note: Note,
  about: Pick<NoteNode, "queryKey" | "siteApi"> = {},
): NoteNode {
  return { kind: "note", id: `${parentId}/note/${note.kind}`, note, ...about };
}
