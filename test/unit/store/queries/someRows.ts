import type { ArtifactRow } from "../../../../src/model/artifact.ts";
import type { Page } from "../../../../src/model/page.ts";
import type { RowSource } from "../../../../src/store/queries/rowList.ts";

export function rowNumbered(id: number, title = `Number ${id}`): ArtifactRow {
  return {
    kind: "artifact",
    id,
    uri: `artifacts/${id}`,
    title,
    status: "New",
    isOpen: true,
    page: undefined,
    assignees: [],
    submittedBy: { id: 101, label: "Ada" },
    submittedOn: undefined,
    modifiedOn: undefined,
    revision: undefined,
  };
}

/** As a server cuts a list of ids. */
export function pageOf(ids: readonly number[], offset: number, limit: number): Page<ArtifactRow> {
  const next = offset + limit < ids.length ? offset + limit : undefined;
  const items = ids.slice(offset, offset + limit).map((id) => rowNumbered(id));
  return { items, next, size: ids.length };
}

/** A server in memory; `before` each answer something may become of its list. */
export function sourceOver(
  ids: number[],
  {
    most = 1000,
    order = "oldestFirst",
    before = () => undefined,
  }: { most?: number; order?: "newestFirst" | "oldestFirst"; before?: () => void } = {},
): RowSource<ArtifactRow> & { readonly asked: (readonly [number, number])[] } {
  const asked: (readonly [number, number])[] = [];
  return {
    asked,
    order,
    fetch: ({ offset, limit }) => {
      before();
      asked.push([offset, limit]);
      return Promise.resolve(pageOf(ids, offset, Math.min(limit, most)));
    },
  };
}

export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

export function idsOf(
  items: readonly { readonly id: number | undefined }[],
): readonly (number | undefined)[] {
  return items.map(({ id }) => id);
}
