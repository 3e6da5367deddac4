/** When what stands below rows was read, by their ids: of those whose server could not be asked now. */
export class Ages {
  readonly #byRow = new Map<string, number>();

  /** Undefined for what was read now. */
  note({ id }: { readonly id: string }, asOf: number | undefined): void {
    if (asOf === undefined) this.#byRow.delete(id);
    else this.#byRow.set(id, asOf);
  }

  of({ id }: { readonly id: string }): number | undefined {
    return this.#byRow.get(id);
  }
}
