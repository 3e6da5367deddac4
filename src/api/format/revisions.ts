import type { Revision } from "../../model/revision.ts";

type Header = (name: string) => string | undefined;

/** The tag byte for byte, since servers compare it so. A weak one says too little to guard a change. */
export function revisionOf(header: Header): Revision | undefined {
  const tag = header("etag");
  if (tag !== undefined && tag !== "" && !tag.startsWith("W/")) return { kind: "tag", tag };
  const lastModified = header("last-modified");
  return lastModified === undefined || lastModified === "" ? undefined : { kind: "date", lastModified };
}

/** A row of a list has no tag; its modification time, written as an HTTP date, serves instead. */
export function revisionOfRow(modifiedOn: string | undefined): Revision | undefined {
  const instant = modifiedOn === undefined ? Number.NaN : Date.parse(modifiedOn);
  return Number.isNaN(instant) ? undefined : { kind: "date", lastModified: new Date(instant).toUTCString() };
}

export function preconditionHeaders(revision: Revision): Record<string, string> {
  return revision.kind === "tag"
    ? { "If-Match": revision.tag }
    : { "If-Unmodified-Since": revision.lastModified };
}
