// Which rows are selected, by their numbers: it outlives another order, a filter and a refresh.

export interface Selection {
  readonly ids: ReadonlySet<number>;
  /** Where a range begins. */
  readonly anchor: number | undefined;
  /** What was selected when the anchor was set: a range is added to it, and another one takes its place. */
  readonly kept: ReadonlySet<number>;
}

export const nothingSelected: Selection = { ids: new Set(), anchor: undefined, kept: new Set() };

export function only(id: number): Selection {
  return { ids: new Set([id]), anchor: id, kept: new Set() };
}

export function toggled({ ids }: Selection, id: number): Selection {
  const after = new Set(ids);
  if (!after.delete(id)) after.add(id);
  return { ids: after, anchor: id, kept: after };
}

/** From the anchor to a row, in the order in which rows stand now. */
export function extended(selection: Selection, order: readonly number[], to: number): Selection {
  const { anchor, kept } = selection;
  const from = anchor === undefined ? -1 : order.indexOf(anchor);
  const end = order.indexOf(to);
  if (end === -1) return selection;
  const start = from === -1 ? end : from;
  const range = order.slice(Math.min(start, end), Math.max(start, end) + 1);
  return { ids: new Set([...kept, ...range]), anchor: from === -1 ? to : anchor, kept };
}

export function everything(order: readonly number[]): Selection {
  return { ids: new Set(order), anchor: order[0], kept: new Set() };
}

export function areAll({ ids }: Selection, order: readonly number[]): boolean {
  return order.length > 0 && order.every((id) => ids.has(id));
}

export function these(ids: readonly number[]): Selection {
  const chosen = new Set(ids);
  return { ids: chosen, anchor: ids[0], kept: chosen };
}

/** Without what is no longer there; the same value where nothing is missing. */
export function still(selection: Selection, isThere: (id: number) => boolean): Selection {
  const ids = new Set([...selection.ids].filter(isThere));
  const isAnchored = selection.anchor !== undefined && isThere(selection.anchor);
  if (ids.size === selection.ids.size && (isAnchored || selection.anchor === undefined)) return selection;
  return {
    ids,
    anchor: isAnchored ? selection.anchor : undefined,
    kept: new Set([...selection.kept].filter(isThere)),
  };
}
