import type { Artifact } from "./artifact.ts";
import type { Field } from "./field.ts";
import type { FieldValue, Link } from "./value.ts";

/** Links that were written, stored by their source; reverse links are found by searching. */
export class WrittenLinks {
  readonly #forward = new Map<number, readonly Link[]>();

  get isEmpty(): boolean {
    return this.#forward.size === 0;
  }

  set(from: number, links: readonly Link[]): void {
    this.#forward.set(from, links);
  }

  /** Removes the links of a deleted artifact. */
  removeFrom(from: number): void {
    this.#forward.set(from, []);
  }

  /**
   * Adds the current reverse links to a value: generated ones, unless their source was written since, and written ones.
   */
  withReverseLinks(artifact: Artifact, field: Field, value: FieldValue | undefined): FieldValue | undefined {
    const generated = artifact.getValue(field);
    const generatedLinks = (generated?.kind === "links" ? generated.reverse : []).filter(
      (link) => !this.#forward.has(link.artifactId),
    );
    const writtenLinks = [...this.#forward].flatMap(([from, links]) =>
      links
        .filter((link) => link.artifactId === artifact.id)
        .map(({ type }): Link => ({ artifactId: from, type })),
    );
    const forward = value?.kind === "links" ? value.forward : [];
    if (value === undefined && writtenLinks.length === 0) return undefined;
    return { kind: "links", forward, reverse: [...generatedLinks, ...writtenLinks] };
  }
}
