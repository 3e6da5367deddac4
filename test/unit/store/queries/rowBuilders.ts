import type { ArtifactRow } from "../../../../src/model/artifact.ts";
import type { CollectionPage } from "../../../../src/model/collectionPage.ts";
import type { RowSource } from "../../../../src/store/queries/rowList.ts";

export function createRow(id: number, title = `Number ${id}`): ArtifactRow {
  return {
    kind: "artifact",
    id,
    title,
    status: "New",
    isOpen: true,
    page: undefined,
    assignees: [],
    submittedBy: { id: 101, label: "Ada" },
    submittedOn: undefined,
    modifiedOn: undefined,
  };
}

/** Creates a page of a list of IDs. */
export function createPage(
  ids: readonly number[],
  offset: number,
  limit: number,
): CollectionPage<ArtifactRow> {
  const nextOffset = offset + limit < ids.length ? offset + limit : undefined;
  const items = ids.slice(offset, offset + limit).map((id) => createRow(id));
  return { items, nextOffset, total: ids.length };
}

/** An in-memory source; `before` is called before each response. */
export function createRowSource(
  ids: number[],
  {
    most = 1000,
    order = "oldestFirst",
    before = () => undefined,
  }: { most?: number; order?: "newestFirst" | "oldestFirst"; before?: () => void } = {},
): RowSource<ArtifactRow> & { readonly asked: (readonly [number, number])[] } {
  const requestCount: (readonly [number, number])[] = [];
  return {
    asked: requestCount,
    order,
    fetchPage: ({ offset, limit }) => {
      before();
      requestCount.push([offset, limit]);
      return Promise.resolve(createPage(ids, offset, Math.min(limit, most)));
    },
  };
}

export function createIds(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

export function getIds(
  items: readonly { readonly id: number | undefined }[],
): readonly (number | undefined)[] {
  return items.map(({ id }) => id);
}
