// Descriptors of field types, in two parts: the form page loads `FieldType` only, the extension host also
// `HostFieldType`. All members are methods so that a specific descriptor is assignable to the general one;
// the registries only call a method with values of its type.
import type { ComparableTime } from "../localTime.ts";
import type { Choice, Field } from "../tracker.ts";
import type { ChoiceId, LabeledId, TextFormat } from "../valueTypes.ts";

/** Why an input can't be saved, as a code that the host turns into text. */
export type Problem =
  | { readonly kind: "required" }
  | { readonly kind: "tooLong"; readonly maximum: number; readonly unit: "characters" | "bytes" }
  | { readonly kind: "multipleLines" }
  | { readonly kind: "notANumber" }
  | { readonly kind: "notAnInteger" }
  | { readonly kind: "tooLarge" }
  | { readonly kind: "notADate" }
  | { readonly kind: "noSuchDate" }
  | { readonly kind: "dateRule"; readonly comparator: string; readonly otherLabel: string }
  | { readonly kind: "noTransition"; readonly value: string }
  | { readonly kind: "excludedByField"; readonly value: string; readonly otherLabel: string }
  | { readonly kind: "invalidRepositoryName" }
  /** The server would split a new open list value at the comma. */
  | { readonly kind: "containsComma"; readonly value: string }
  /** The path or the recipients are missing. */
  | { readonly kind: "incompleteNotification" }
  | { readonly kind: "duplicatePath"; readonly value: string }
  /** A file is larger than the field accepts, in bytes. */
  | { readonly kind: "fileTooLarge"; readonly value: string; readonly maximum: number }
  /** The list no longer has this value. */
  | { readonly kind: "choiceRemoved"; readonly value: string }
  /** The field was removed, or is no longer editable, after it was edited. */
  | { readonly kind: "fieldRemoved" }
  | { readonly kind: "notAllowed" };

interface HasKind {
  readonly kind: string;
}

/** Types that belong to a field type; `never` for those it doesn't have. */
export interface FieldShapes {
  readonly control: HasKind;
  /** Typed or selected by the user; also stored in drafts on disk. */
  readonly input: HasKind;
  /** The server's value. */
  readonly value: HasKind;
  /** The value to be written. */
  readonly edit: HasKind;
}

interface ProblemContext {
  /** Why a value can't be selected because of the workflow or other lists. */
  readonly checkChoice: (value: LabeledId) => Problem | undefined;
}

interface InputRules<K extends FieldShapes> {
  /** The input of an untouched control. */
  readonly empty: K["input"];
  /** Replaces `empty` if it depends on the control. */
  createEmpty?(control: K["control"]): K["input"];
  isEmpty(input: K["input"]): boolean;
  /** Equal for inputs with the same meaning. */
  toComparisonKey(input: K["input"]): string;
  /** Whether inputs with different comparison keys have the same meaning; default: false. */
  isEquivalent?(one: K["input"], other: K["input"]): boolean;
  /** One line for display. */
  toText(input: K["input"], zone?: string): string;
  /** All freely typed texts; default: none. */
  getFreeTexts?(input: K["input"]): readonly string[];
  /** `control` is undefined if the field's control now has another type. */
  findProblem?(
    input: K["input"],
    control: K["control"] | undefined,
    context: ProblemContext,
  ): Problem | undefined;
  /** For date rules; undefined if empty or invalid. */
  toComparableTime?(input: K["input"]): ComparableTime | undefined;
}

interface ValueRules<K extends FieldShapes> {
  readonly kinds: readonly K["value"]["kind"][];
  /** One line for display, empty if there is no value. */
  toText(value: K["value"]): string;
}

/** The part used by both the form page and the host. */
export interface FieldType<K extends FieldShapes> {
  readonly controlKinds: readonly K["control"]["kind"][];
  readonly input?: InputRules<K>;
  readonly value?: ValueRules<K>;
}

/** A JSON object, or its XML equivalent, from a server response. */
export type WireObject = Readonly<Record<string, unknown>>;

/** Platform functions that the model can't import. */
export interface ReadContext {
  /** Resolves relative to the site; undefined for an invalid URL. */
  readonly parseUrl: (
    url: string,
  ) => { readonly protocol: string; readonly pathname: string; readonly search: string } | undefined;
}

/** A type name of the server that is handled by this field type. */
interface ServerType<K extends FieldShapes> {
  /** Creates the control; without it the value is read-only. */
  toControl?(field: Field): K["control"];
  /** Throws `InvalidValueError`; without it the value is converted to text. */
  readValue?(wire: WireObject, context: ReadContext): K["value"];
  /** Whether only the server sets the value, so that it isn't shown for new artifacts. */
  readonly isSetByServer?: boolean;
  /** What a condition compares the field with; without it the field can't be searched. */
  readonly conditionType?: ConditionType;
  /** Default: text. */
  readonly columnType?: "number" | "date";
  /** The column of a table that always has the value, which rows of lists have too. */
  readonly builtInColumn?: "id" | "submittedBy" | "submitted" | "modified";
}

/**
 * `words`: all of them must occur. `artifact`: the ID of a linked artifact. `choices`: any of them.
 * `openChoices`: any of them, and there may be others than the listed ones. `people`: any of them, searched instead of
 * listed.
 */
export type ConditionType = "words" | "number" | "artifact" | "choices" | "openChoices" | "people" | "day";

/** A value as conditions, sorting and exports compare it. */
export type ComparableValue =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "number"; readonly number: number | undefined }
  | { readonly kind: "choices"; readonly ids: readonly ChoiceId[] }
  | { readonly kind: "date"; readonly date: string | undefined };

export type MergeResult<I> =
  | { readonly kind: "merged"; readonly input: I }
  /** The user must decide; `both` is undefined if the inputs can't be combined. */
  | { readonly kind: "conflict"; readonly both: I | undefined };

/** How many values a field accepts. */
export type Cardinality = "one" | "many";

/** Servers may trim blanks around a text. */
export type TextComparison = "exact" | "ignoreOuterBlanks";

/** How a value is written and how the result is checked. */
interface EditRules<K extends FieldShapes> {
  readonly kinds: readonly K["edit"]["kind"][];
  /** The members of the field's entry in a request, including the server's representation of an empty value. */
  toWire(edit: K["edit"]): WireObject;
  /** Whether the server has the value that was sent. */
  isStored(value: K["value"], edit: K["edit"], comparison: TextComparison): boolean;
}

type TextInputType = "line" | "text" | "number" | "date" | "dateTime";

/** The input of a field in a bulk edit. */
export type BulkEditControl =
  | {
      readonly kind: "choices" | "people";
      /** Undefined if people are searched. */
      readonly choices: readonly Choice[] | undefined;
      readonly allowsMultiple: boolean;
    }
  | { readonly kind: "write"; readonly inputType: TextInputType };

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue | undefined };
export type JsonObject = Readonly<Record<string, JsonValue | undefined>>;

/** Context for describing a value to an assistant. */
export interface AssistantValueContext {
  /** Shortens a long text to leave room for the other fields. */
  readonly truncate: (text: string) => string;
  readonly getLinkedArtifact: (
    artifactId: number,
  ) => { readonly title: string | undefined; readonly status: string | undefined } | undefined;
  /** Maximum number of linked artifacts to list. */
  readonly maxLinked: number;
}

/** A field edit as requested by an assistant. */
export interface AssistantFieldEdit {
  readonly field: string;
  readonly operation: "set" | "add" | "remove";
  readonly values: readonly string[];
  readonly linkType?: string | undefined;
}

export type AssistantEditError =
  | { readonly code: "notEditable"; readonly field: string }
  | { readonly code: "notAnArtifact"; readonly field: string; readonly value: string }
  | {
      readonly code: "noLinkType";
      readonly field: string;
      readonly value: string;
      readonly known: readonly string[];
    };

/** The part used by the host only. */
export interface HostFieldType<K extends FieldShapes> {
  /** By the server's type name. */
  readonly serverTypes: Readonly<Record<string, ServerType<K>>>;
  /** Adapts the control to the value if the value has more information than the field's description. */
  adjustControl?(control: K["control"], value: K["value"], field: Field): K["control"];
  /** Undefined for a value that can't be compared as the server does; default: none can. */
  toComparable?(value: K["value"]): ComparableValue | undefined;
  toInput?(value: K["value"]): K["input"];
  /** Parses the tracker's default value; default: empty. */
  toDefaultInput?(defaultValue: unknown, field: Field, control: K["control"]): K["input"];
  /** Whether the server stored the input, allowing for its normalizations; default: the inputs are equal. */
  isStoredAsSent?(sent: K["input"], stored: K["input"] | undefined): boolean;
  /** Default: one. */
  getCardinality?(control: K["control"]): Cardinality;
  /** Three-way merge; default: a conflict. */
  merge?(
    base: K["input"] | undefined,
    mine: K["input"],
    theirs: K["input"],
    cardinality: Cardinality,
  ): MergeResult<K["input"]>;
  /** The input has no problem. `control` is undefined if the field's control now has another type. */
  toEdit?(input: K["input"], control: K["control"] | undefined): K["edit"];
  readonly editRules?: EditRules<K>;
  /** User groups of the control with the labels of the field. */
  getGroups?(control: K["control"]): readonly Choice[];
  relabelValue?(value: K["value"], labels: ReadonlyMap<string, string>): K["value"];
  /** The input of a bulk edit; default: not offered. */
  toBulkInput?(control: K["control"], isAssignee: boolean): BulkEditControl;
  /** Whether values that aren't in the list can be typed; default: false. */
  allowsNewValues?(control: K["control"]): boolean;
  /** Parses text as if it was typed into the control. */
  parseText?(
    text: string,
    format: TextFormat,
    control: K["control"],
    base: K["input"] | undefined,
  ): K["input"];
  /** Describes the accepted input to an assistant; default: not editable. */
  describeInput?(control: K["control"]): JsonObject;
  /** Describes a value to an assistant; default: its text. */
  toAssistantValue?(value: K["value"], context: AssistantValueContext): JsonValue;
  /** The text format of a value. */
  getFormat?(value: K["value"]): string | undefined;
  /** Whether a value is omitted for assistants; default: if its text is empty. */
  isBlank?(value: K["value"]): boolean;
  /** Ids of linked artifacts. */
  getLinkedIds?(value: K["value"]): readonly number[];
  /** Applies an edit that is neither text nor a list value. */
  applyAssistantEdit?(
    edit: AssistantFieldEdit,
    control: K["control"],
    base: K["input"] | undefined,
  ): K["input"] | AssistantEditError;
  /** Text for the confirmation of an assistant's edit if more is sent than `toText` shows; default: `toText`. */
  toConfirmationText?(input: K["input"]): string;
}
