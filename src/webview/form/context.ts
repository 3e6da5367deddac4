// What the parts of the page know of each other.
import type { Input } from "../../model/fields/registry.ts";
import type { Target } from "../../model/form/draft.ts";
import type { FormField } from "../../model/form/form.ts";
import type { Offer } from "../../model/form/offered.ts";
import type { HostMethods, LinkTarget } from "../../protocol/page.ts";
import type { PageTexts } from "../../protocol/pageTexts.ts";
import type { Rpc } from "../../protocol/rpc.ts";

// Titles of linked artifacts, asked for once and for several at a time.

/** How many the host is asked for at once. */
export const portion = 50;

export class LinkBook {
  readonly #describe: (ids: readonly number[]) => Promise<readonly LinkTarget[]>;
  readonly #known = new Map<number, LinkTarget>();
  readonly #asked = new Set<number>();
  readonly #listeners = new Set<() => void>();

  constructor(describe: (ids: readonly number[]) => Promise<readonly LinkTarget[]>) {
    this.#describe = describe;
  }

  get(artifactId: number): LinkTarget | undefined {
    return this.#known.get(artifactId);
  }

  add(targets: readonly LinkTarget[]): void {
    for (const target of targets) this.#known.set(target.artifactId, target);
    for (const listener of this.#listeners) listener();
  }

  async ask(ids: readonly number[]): Promise<void> {
    const unknown = ids.filter((id) => !this.#known.has(id) && !this.#asked.has(id));
    if (unknown.length === 0) return;
    for (const id of unknown) this.#asked.add(id);
    try {
      this.add(await this.#describe(unknown));
    } catch {
      // A link without a title is still a link; whoever looks again asks again.
      for (const id of unknown) this.#asked.delete(id);
    }
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** All that a field shows; it is drawn anew when one of these is another. */
export interface FieldView {
  readonly field: FormField;
  readonly input: Input | undefined;
  readonly isChanged: boolean;
  /** In words. */
  readonly problem: string | undefined;
  /** What others have done to it meanwhile, in words. */
  readonly contest: string | undefined;
  /** Whether it has to be decided whose value stays. */
  readonly isColliding: boolean;
  readonly offers: readonly Offer[];
  /** Somebody else has the draft: it can be read here, but not changed. */
  readonly isLocked: boolean;
  /** What the form describes does not exist yet. */
  readonly isNew: boolean;
  readonly texts: PageTexts;
}

/** Where a field stands in the page. */
export interface FieldPlace {
  readonly target: Target;
  show(view: FieldView): void;
  /** Brings it into view, with the cursor in it. */
  enter(): Promise<void>;
  /** Puts the cursor into it where it stands. */
  focus(): void;
}

export interface Page {
  readonly texts: PageTexts;
  readonly call: Rpc<HostMethods>["call"];
  readonly book: LinkBook;
  /** `isTyping` for what is typed letter by letter. Without an input the field is put back. */
  edit(target: Target, input: Input | undefined, isTyping: boolean): void;
  /** The cursor has left a field. */
  leave(target: Target): void;
  attach(place: FieldPlace): void;
  detach(place: FieldPlace): void;
}
