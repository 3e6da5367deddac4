import type { Artifact } from "./artifact.ts";
import type { Field } from "./field.ts";
import type { FieldValue, Link } from "./value.ts";

/** Links that were written. They are kept where they start; what arrives somewhere is found by looking through them. */
export class Rewired {
  readonly #forward = new Map<number, readonly Link[]>();

  get isEmpty(): boolean {
    return this.#forward.size === 0;
  }

  set(from: number, links: readonly Link[]): void {
    this.#forward.set(from, links);
  }

  /** The links of what is gone lead nowhere any more. */
  forget(from: number): void {
    this.#forward.set(from, []);
  }

  /** A value with the links that arrive now: those generated, unless their start was written anew, and those written. */
  complete(artifact: Artifact, field: Field, value: FieldValue | undefined): FieldValue | undefined {
    const generated = artifact.valueOf(field);
    const untouched = (generated?.kind === "links" ? generated.reverse : []).filter(
      (link) => !this.#forward.has(link.artifactId),
    );
    const written = [...this.#forward].flatMap(([from, links]) =>
      links
        .filter((link) => link.artifactId === artifact.id)
        .map(({ type }): Link => ({ artifactId: from, type })),
    );
    const forward = value?.kind === "links" ? value.forward : [];
    if (value === undefined && written.length === 0) return undefined;
    return { kind: "links", forward, reverse: [...untouched, ...written] };
  }
}
