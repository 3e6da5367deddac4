/** What a server answered at an address, as it stood there. */
export interface RawAnswer {
  /** The whole address that was asked. */
  readonly url: string;
  readonly text: string;
  /** There was more of it than is wanted. */
  readonly isCut: boolean;
  /** Where the collection goes on, if it is one and does; undefined at its end. */
  readonly next: { readonly offset: number; readonly limit: number; readonly size: number } | undefined;
}
