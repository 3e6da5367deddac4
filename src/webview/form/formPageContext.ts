// The interfaces between the form page and its elements.
import type { Input } from "../../model/fields/registry.ts";
import type { InputTarget } from "../../model/form/draft.ts";
import type { FormField } from "../../model/form/form.ts";
import type { AvailableChoice } from "../../model/form/availableChoices.ts";
import type { FormHostMethods, LinkableArtifactView, TextMode } from "../../protocol/formProtocol.ts";
import type { FormTexts } from "../../protocol/formTexts.ts";
import type { Rpc } from "../../protocol/rpc.ts";

// Titles of linked artifacts, loaded once and in batches.

/** Number of artifacts per call to the host. */
export const linkBatchSize = 50;

export class LinkedArtifactCache {
  readonly #describe: (ids: readonly number[]) => Promise<readonly LinkableArtifactView[]>;
  readonly #targets = new Map<number, LinkableArtifactView>();
  readonly #requestedIds = new Set<number>();
  readonly #listeners = new Set<() => void>();

  constructor(describe: (ids: readonly number[]) => Promise<readonly LinkableArtifactView[]>) {
    this.#describe = describe;
  }

  get(artifactId: number): LinkableArtifactView | undefined {
    return this.#targets.get(artifactId);
  }

  add(targets: readonly LinkableArtifactView[]): void {
    for (const target of targets) this.#targets.set(target.artifactId, target);
    for (const listener of this.#listeners) listener();
  }

  async load(ids: readonly number[]): Promise<void> {
    const missing = ids.filter((id) => !this.#targets.has(id) && !this.#requestedIds.has(id));
    if (missing.length === 0) return;
    for (const id of missing) this.#requestedIds.add(id);
    try {
      this.add(await this.#describe(missing));
    } catch {
      // A link without a title still works; the title is requested again when it is next needed.
      for (const id of missing) this.#requestedIds.delete(id);
    }
  }

  onDidChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Everything that a field shows; the field is rendered again when one of the properties changes. */
export interface FieldViewModel {
  readonly field: FormField;
  readonly input: Input | undefined;
  readonly isChanged: boolean;
  /** Text of the problem. */
  readonly problem: string | undefined;
  /** Text about the remote change of the field. */
  readonly remoteChange: string | undefined;
  readonly hasConflict: boolean;
  readonly offers: readonly AvailableChoice[];
  /** Also true while another window edits the draft. */
  readonly isReadOnly: boolean;
  /** Whether the artifact isn't created yet. */
  readonly isNew: boolean;
  readonly texts: FormTexts;
}

/** The element of a field in the page. */
export interface FieldWidget {
  readonly target: InputTarget;
  setViewModel(view: FieldViewModel): void;
  revealAndFocus(): Promise<void>;
  /** Focuses the field without scrolling. */
  focus(): void;
}

export interface FormPageContext {
  readonly texts: FormTexts;
  readonly call: Rpc<FormHostMethods>["call"];
  readonly linkedArtifacts: LinkedArtifactCache;
  readonly textMode: TextMode;
  /** Keywords of references in texts. */
  readonly trackerNames: readonly string[];
  /** `isTyping` is set for each keystroke. Without an input, the edit is reverted. */
  editField(target: InputTarget, input: Input | undefined, isTyping: boolean): void;
  handleFieldBlur(target: InputTarget): void;
  /** Adds the comment without saving the other changes. */
  sendComment(): Promise<void>;
  /** Whether a comment can be entered now. */
  readonly canComment: boolean;
  /** Adds the text as a quotation to the comment. */
  quoteInComment(text: string): Promise<void>;
  registerField(widget: FieldWidget): void;
  unregisterField(widget: FieldWidget): void;
}
