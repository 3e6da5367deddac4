// What has to be said about a type of field, in two parts: the page of a form loads the first one only, the extension host
// both. All members are methods, so that the part of one type can be used where that of any type is asked for; the registries
// see to it that a method is only called with what is of its type.
import type { Comparable } from "../localTime.ts";
import type { Choice, Field } from "../tracker.ts";
import type { Chosen, TextFormat } from "../value.ts";

/** What is wrong with what was typed, as a code, which the host puts into words. */
export type Problem =
  | { readonly kind: "required" }
  | { readonly kind: "tooLong"; readonly maximum: number; readonly unit: "characters" | "bytes" }
  | { readonly kind: "severalLines" }
  | { readonly kind: "notANumber" }
  | { readonly kind: "notWhole" }
  | { readonly kind: "tooLarge" }
  | { readonly kind: "notADate" }
  | { readonly kind: "noSuchDay" }
  | { readonly kind: "dateRule"; readonly comparator: string; readonly other: string }
  | { readonly kind: "notReachable"; readonly value: string }
  | { readonly kind: "notWith"; readonly value: string; readonly other: string }
  | { readonly kind: "notAName" }
  /** A new value of an open list that the server would cut at its comma. */
  | { readonly kind: "comma"; readonly value: string }
  /** Nobody is told of a path, or of none. */
  | { readonly kind: "notificationIncomplete" }
  | { readonly kind: "pathRepeated"; readonly value: string }
  /** A value that the list no longer has. */
  | { readonly kind: "gone"; readonly value: string }
  /** Something was typed, and then the field, or the right to change it, went away. */
  | { readonly kind: "fieldGone" }
  | { readonly kind: "notAllowed" };

interface Kind {
  readonly kind: string;
}

/** The shapes that a type has; `never` for what it does not have. */
export interface Kinds {
  /** How a field of this type is filled in. */
  readonly control: Kind;
  /** What a person has put into it, which is also what drafts on disk hold. */
  readonly input: Kind;
  /** What the server holds. */
  readonly value: Kind;
  /** What it is asked to become. */
  readonly edit: Kind;
}

/** What an input can't tell of itself. */
interface ProblemContext {
  /** Why a value can't be chosen now, by the workflow or by what other lists say. */
  readonly obstacle: (value: Chosen) => Problem | undefined;
}

/** What is typed into a field. */
interface InputPart<K extends Kinds> {
  /** What stands in a control when nobody has touched it. */
  readonly empty: K["input"];
  /** The same where it depends on the control. */
  emptyIn?(control: K["control"]): K["input"];
  isEmpty(input: K["input"]): boolean;
  /** A text that is the same for two inputs that say the same. */
  essence(input: K["input"]): string;
  /** Whether two inputs say the same although their essence differs; without it they don't. */
  isSame?(one: K["input"], other: K["input"]): boolean;
  /** As one line to read, where it is only told. */
  text(input: K["input"], zone?: string): string;
  /** All that was typed freely; nothing unless said. */
  texts?(input: K["input"]): readonly string[];
  /** What a single input has against it; the control is undefined where the field has one of another type by now. */
  problem?(
    input: K["input"],
    control: K["control"] | undefined,
    context: ProblemContext,
  ): Problem | undefined;
  /** The point in time that rules about dates compare; undefined for what is empty or no date. */
  moment?(input: K["input"]): Comparable | undefined;
}

/** What the server holds in a field. */
interface ValuePart<K extends Kinds> {
  readonly kinds: readonly K["value"]["kind"][];
  /** As one line to read, empty for what has no value. */
  text(value: K["value"]): string;
}

/** What the page of a form and the host know of a type. */
export interface FieldType<K extends Kinds> {
  readonly controls: readonly K["control"]["kind"][];
  readonly input?: InputPart<K>;
  readonly value?: ValuePart<K>;
}

/** How a value stands in the answer of a server, and what comes of it. */
export type Members = Readonly<Record<string, unknown>>;

/** What reading needs of the platform, which the model does without. */
export interface ReadContext {
  /** Undefined for what is no address; one without a host is that of the site. */
  readonly parseUrl: (
    url: string,
  ) => { readonly protocol: string; readonly pathname: string; readonly search: string } | undefined;
}

/** What the server calls one of the types that are of this one. */
interface ServerType<K extends Kinds> {
  /** The control that such a field gets; without it its value is only shown. */
  control?(field: Field): K["control"];
  /** Throws `NotReadable` for what makes no sense; without it the value is made a text as well as possible. */
  read?(wire: Members, context: ReadContext): K["value"];
  /** Whether the server alone fills it, so that nothing is to be seen of it before there is an artifact. */
  readonly isFilledByServer?: boolean;
}

export type MergeResult<I> =
  | { readonly kind: "merged"; readonly input: I }
  /** Someone has to decide; `both` is there where taking both makes sense. */
  | { readonly kind: "collision"; readonly both: I | undefined };

/** How many values a field takes. */
export type Takes = "one" | "many";

/** Loosely, blanks around a text may have been cut off by the server. */
export type Strictness = "exactly" | "loosely";

/** What is written for a field, and whether it has arrived. */
interface EditPart<K extends Kinds> {
  readonly kinds: readonly K["edit"]["kind"][];
  /** The members of its entry in a request; for nothing those that the server takes for it. */
  members(edit: K["edit"]): Members;
  /** Whether the server holds what was sent. */
  isHeld(value: K["value"], edit: K["edit"], how: Strictness): boolean;
}

type WrittenLook = "line" | "text" | "number" | "date" | "dateTime";

/** What a field takes when many artifacts are changed in it at once. */
export type Taken =
  | {
      readonly kind: "choices" | "people";
      /** Undefined for people who are searched for. */
      readonly choices: readonly Choice[] | undefined;
      readonly takesMany: boolean;
    }
  | { readonly kind: "write"; readonly look: WrittenLook };

export type Fact =
  string | number | boolean | null | readonly Fact[] | { readonly [name: string]: Fact | undefined };
export type Facts = Readonly<Record<string, Fact | undefined>>;

/** What facts about a value need besides the value. */
export interface FactContext {
  /** One long text leaves room for the others. */
  readonly brief: (text: string) => string;
  /** What is known of an artifact at the other end of a link. */
  readonly linked: (
    artifactId: number,
  ) => { readonly title: string | undefined; readonly status: string | undefined } | undefined;
  /** So many of the linked artifacts are told. */
  readonly mostLinked: number;
}

/** What an assistant wants to stand in a field, in its own words. */
export interface AskedValues {
  readonly field: string;
  readonly how: "set" | "add" | "remove";
  readonly values: readonly string[];
  readonly linkType?: string | undefined;
}

export type AskedRefusal =
  | { readonly code: "notHere"; readonly field: string }
  | { readonly code: "notAnArtifact"; readonly field: string; readonly value: string }
  | {
      readonly code: "noLinkType";
      readonly field: string;
      readonly value: string;
      readonly known: readonly string[];
    };

/** What only the extension host has to know of a type. */
export interface HostFieldType<K extends Kinds> {
  /** By the server's names. */
  readonly serverTypes: Readonly<Record<string, ServerType<K>>>;
  /** The control beside a value, where the value says more than the description of the field. */
  controlBeside?(control: K["control"], value: K["value"], field: Field): K["control"];
  /** What stands in a control that holds a value of the server. */
  inputOf?(value: K["value"]): K["input"];
  /** What the tracker sets into a new artifact, as the server writes it; nothing unless said. */
  defaultInput?(defaultValue: unknown, field: Field, control: K["control"]): K["input"];
  /** Whether the server has stored what was sent, as far as it may write it otherwise; else both have to be the same. */
  holdsSent?(sent: K["input"], stored: K["input"] | undefined): boolean;
  /** One unless said. */
  takes?(control: K["control"]): Takes;
  /** What two people made of it, put together where that needs no decision; else somebody has to decide. */
  merge?(
    base: K["input"] | undefined,
    mine: K["input"],
    theirs: K["input"],
    takes: Takes,
  ): MergeResult<K["input"]>;
  /** What a field is asked to become; the input has no problem. The control is undefined where it is of another type by now. */
  edit?(input: K["input"], control: K["control"] | undefined): K["edit"];
  readonly edits?: EditPart<K>;
  /** The groups that a control lists, with the labels that the field itself has for them. */
  groups?(control: K["control"]): readonly Choice[];
  /** The value with other labels for some of what it holds. */
  relabelled?(value: K["value"], labels: ReadonlyMap<string, string>): K["value"];
  /** What it takes when many are changed at once; it is not offered there unless said. */
  taken?(control: K["control"], isAssignee: boolean): Taken;
  /** Whether anything can be typed that the list does not have; not unless said. */
  takesNew?(control: K["control"]): boolean;
  /** The input that a text is, as it would be typed there, where it takes one. */
  written?(text: string, format: TextFormat, control: K["control"], base: K["input"] | undefined): K["input"];
  /** What assistants are told that a field takes; without it they are told that it is not to be changed. */
  takenFacts?(control: K["control"]): Facts;
  /** What assistants are told of a value; its text unless said. */
  valueFact?(value: K["value"], context: FactContext): Fact;
  /** The format that a value is written in, where it has one. */
  formatOf?(value: K["value"]): string | undefined;
  /** Whether there is nothing to tell of a value; that its text is empty unless said. */
  isBlank?(value: K["value"]): boolean;
  /** The artifacts that a value leads to. */
  linkedIds?(value: K["value"]): readonly number[];
  /** What an assistant asks for, where that is neither a text nor a value of a list. */
  asked?(asked: AskedValues, control: K["control"], base: K["input"] | undefined): K["input"] | AskedRefusal;
  /** An input as an assistant's person confirms it; its text unless more is sent than that tells. */
  confirmedText?(input: K["input"]): string;
}
