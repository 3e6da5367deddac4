import type { Scene } from "./scene.ts";

/** What a person does, step by step. What has to hold is looked for by the journey itself, which knows what was meant. */
export interface Course {
  /** While things go wrong. Whatever comes of it is a value, or shown: only mistakes of ours are thrown. */
  readonly act: () => Promise<void>;
  /** Right afterwards, and at the end: nothing of what was told or typed may be missing, or there twice. */
  readonly look: () => Promise<void>;
  /** Once all is well again, in the same window or another one: it comes to the end that was meant. */
  readonly goOn: () => Promise<void>;
}

/** Makes what it is about; nothing goes wrong yet. */
export type Journey = (scene: Scene) => Promise<Course>;
