// How the page renders a field type. As in the model, members are methods that are only called with shapes of that type.
import type { TemplateResult } from "lit";
import type { FieldShapes } from "../../../model/fields/fieldType.ts";
import type { FormField } from "../../../model/form/form.ts";
import type { TextFormat } from "../../../model/valueTypes.ts";
import type { FormTexts } from "../../../protocol/formTexts.ts";
import type { FormPageContext } from "../formPageContext.ts";
import type { FieldContext } from "./fieldContext.ts";

export type TextEditorMode = "read" | "write" | "preview";

export interface TextEditorState {
  readonly mode: TextEditorMode;
  /** Whether the text is shown for reading until the user edits it. */
  readonly isReadFirst: boolean;
  readonly setMode: (mode: TextEditorMode) => void;
  /** The format for a comment that is still empty. */
  readonly format: TextFormat;
  readonly setFormat: (format: TextFormat) => void;
}

/** An entry of an input with several values. */
export interface ListEntry {
  readonly key: string;
  readonly label: string;
}

/** The input of a field on one side of a conflict. */
export interface ConflictSide<I> {
  readonly page: FormPageContext;
  /** `undefined` if the field was deleted from the tracker. */
  readonly field: FormField | undefined;
  readonly input: I;
  readonly base: I | undefined;
}

export interface FieldRenderer<K extends FieldShapes> {
  renderControl?(
    context: FieldContext,
    control: K["control"],
    input: K["input"],
    state: TextEditorState,
  ): TemplateResult;
  /** Tools beside the label. */
  renderTools?(context: FieldContext, input: K["input"], state: TextEditorState): TemplateResult;
  /** Replaces the value if the field is read-only. */
  renderReadOnly?(context: FieldContext, control: K["control"]): TemplateResult | undefined;
  /** For values that are more than a text. */
  renderValue?(context: FieldContext, value: K["value"]): TemplateResult | undefined;
  /** The complete input as text, if its text on one line has less. */
  toFullText?(input: K["input"], texts: FormTexts): string;
  /** For inputs whose entries are compared in a conflict, and not their text. */
  toEntries?(input: K["input"]): readonly ListEntry[];
  /** For inputs that can't be compared by text or entries. */
  renderConflictSide?(side: ConflictSide<K["input"]>): TemplateResult;
  /** Whether a conflict shows a word diff of the input. */
  readonly usesWordDiff?: boolean;
  readonly isFullWidth?: boolean;
  /** Whether a `label` element can refer to the control; other controls are groups with `aria-labelledby`. */
  readonly isLabelable?: boolean;
}
