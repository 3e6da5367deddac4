/** An element of a collection that could not be read; it never hides its neighbours. */
export interface Unreadable {
  readonly kind: "unreadable";
  /** Where it stood in the collection, so that it can be named when nothing else is known of it. */
  readonly position: number;
  readonly id: number | undefined;
}

/** One page of a collection, as the server cut it. */
export interface Page<T> {
  readonly items: readonly (T | Unreadable)[];
  /** Where the next page starts; undefined at the end of the collection. */
  readonly next: number | undefined;
  /** What the server says the collection holds: an upper bound, since it counts what we may not see. */
  readonly size: number | undefined;
  /** When it was read, in milliseconds, where the server could not be asked now. */
  readonly asOf?: number | undefined;
}
