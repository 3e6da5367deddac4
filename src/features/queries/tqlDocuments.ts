// The queries that TQL documents were opened for. VS Code restores documents after a reload, so they are stored with the
// workspace.
import type { SavedQuery } from "../../model/query/savedQuery.ts";
import { parseStoredQuery, toStoredQuery } from "../../model/query/storedQuery.ts";
import type { Memento } from "../../store/mementos.ts";

export interface TqlDocument {
  /** Its text is that of the document. */
  readonly query: SavedQuery;
  /** The saved query that it replaces. */
  readonly queryKey: string | undefined;
}

const mementoKey = "tqlDocuments";

function parseDocument(stored: unknown): TqlDocument | undefined {
  const query = parseStoredQuery(stored);
  const { queryKey }: { readonly queryKey?: unknown } =
    typeof stored === "object" && stored !== null ? stored : {};
  return query && { query, queryKey: typeof queryKey === "string" ? queryKey : undefined };
}

export class TqlDocuments {
  readonly #memento: Memento;
  readonly #byUri = new Map<string, TqlDocument>();

  /** Forgets documents that aren't open any more, since the next one can have the same URI. */
  constructor(memento: Memento, openUris: ReadonlySet<string>) {
    this.#memento = memento;
    const stored = memento.get(mementoKey);
    for (const [uri, value] of Object.entries(typeof stored === "object" ? (stored ?? {}) : {})) {
      const document = openUris.has(uri) ? parseDocument(value) : undefined;
      if (document !== undefined) this.#byUri.set(uri, document);
    }
  }

  get(uri: string): TqlDocument | undefined {
    return this.#byUri.get(uri);
  }

  async set(uri: string, document: TqlDocument): Promise<void> {
    this.#byUri.set(uri, document);
    await this.#store();
  }

  async delete(uri: string): Promise<void> {
    if (this.#byUri.delete(uri)) await this.#store();
  }

  async #store(): Promise<void> {
    const stored = [...this.#byUri].map(([uri, { query, queryKey }]) => [
      uri,
      { ...toStoredQuery({ ...query, text: undefined }), queryKey },
    ]);
    await this.#memento.update(mementoKey, Object.fromEntries(stored));
  }
}
