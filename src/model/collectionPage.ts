/** An element of a collection that couldn't be parsed; the other elements are still shown. */
export interface UnreadableItem {
  readonly kind: "unreadable";
  /** Index in the collection, to identify it if nothing else is known. */
  readonly position: number;
  readonly id: number | undefined;
}

/** One page of a collection. */
export interface CollectionPage<T> {
  readonly items: readonly (T | UnreadableItem)[];
  /** Undefined on the last page. */
  readonly nextOffset: number | undefined;
  /** Upper bound: the server also counts elements the user can't access. */
  readonly total: number | undefined;
  /** When the server responded, by its own clock and in milliseconds, for pages whose dates are compared with it. */
  readonly respondedAt?: number | undefined;
  /** When the cached copy was loaded, in milliseconds; set only if the server is offline. */
  readonly asOf?: number | undefined;
}
