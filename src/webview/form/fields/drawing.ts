// How the page draws a type of field. As in the model, all members are methods and are only called with what is of the type.
import type { TemplateResult } from "lit";
import type { Kinds } from "../../../model/fields/fieldType.ts";
import type { FormField } from "../../../model/form/form.ts";
import type { TextFormat } from "../../../model/value.ts";
import type { PageTexts } from "../../../protocol/pageTexts.ts";
import type { Page } from "../context.ts";
import type { Place } from "./place.ts";

// What a field for texts remembers while it is in sight.

export type TextMode = "write" | "preview";

export interface TextState {
  readonly mode: TextMode;
  readonly setMode: (mode: TextMode) => void;
  /** What a comment is written in while there is nothing in it yet. */
  readonly format: TextFormat;
  readonly setFormat: (format: TextFormat) => void;
}

/** One of several that an input holds. */
export interface Entry {
  readonly key: string;
  readonly label: string;
}

/** What stands in a field on one side of a conflict. */
export interface Side<I> {
  readonly page: Page;
  /** Undefined where the tracker no longer has it. */
  readonly field: FormField | undefined;
  readonly input: I;
  /** What it came from. */
  readonly before: I | undefined;
}

export interface FieldDrawing<K extends Kinds> {
  /** What it is filled in with. */
  control?(place: Place, control: K["control"], input: K["input"], state: TextState): TemplateResult;
  /** What stands beside its label. */
  tools?(place: Place, input: K["input"], state: TextState): TemplateResult;
  /** What is shown where nothing can be typed, in place of the value. */
  unchangeable?(place: Place, control: K["control"]): TemplateResult | undefined;
  /** The value, where that is more than its text. */
  shown?(place: Place, value: K["value"]): TemplateResult | undefined;
  /** What was typed, all of it, where its text on one line says less. */
  wholeText?(input: K["input"], texts: PageTexts): string;
  /** What it holds, one by one, where a conflict compares that rather than the text. */
  entries?(input: K["input"]): readonly Entry[];
  /** One side of a conflict, where neither text nor entries would do. */
  compared?(side: Side<K["input"]>): TemplateResult;
  /** Whether a conflict compares it word by word. */
  readonly isWritten?: boolean;
  /** Whether it takes the whole width. */
  readonly isWide?: boolean;
  /** Whether a label can point at the control; the others are groups, which point at their label. */
  readonly isLabelled?: boolean;
}
