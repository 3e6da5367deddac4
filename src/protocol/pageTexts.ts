// The texts of the page, in the person's language; the host hands them over first. {0} and {1} stand for what
// the page puts in.
import type { Choice } from "../model/merge/encounter.ts";
import type { TextFormat } from "../model/value.ts";

/** What is wrong with what was typed. */
export interface ProblemTexts {
  readonly required: string;
  readonly tooManyCharacters: string;
  readonly tooManyBytes: string;
  readonly severalLines: string;
  readonly notANumber: string;
  readonly notWhole: string;
  readonly tooLarge: string;
  readonly notADay: string;
  readonly notATime: string;
  readonly noSuchDay: string;
  /** Date rules, by what they ask; {0} is the other field. */
  readonly before: string;
  readonly notAfter: string;
  readonly after: string;
  readonly notBefore: string;
  readonly sameAs: string;
  readonly notSameAs: string;
  readonly notReachable: string;
  readonly notWith: string;
  readonly gone: string;
  readonly notAName: string;
  readonly comma: string;
  readonly notificationIncomplete: string;
  /** {0} is the path. */
  readonly pathRepeated: string;
  readonly fieldGone: string;
  readonly notAllowed: string;
}

interface HeaderTexts {
  readonly save: string;
  readonly saveOne: string;
  readonly saveMany: string;
  readonly create: string;
  readonly discard: string;
  readonly refresh: string;
  readonly openInBrowser: string;
  /** Names of regions, for those who hear the page. */
  readonly actions: string;
  readonly keeping: string;
  readonly notKept: string;
  readonly sending: string;
  readonly assignedTo: string;
}

interface TextTexts {
  readonly write: string;
  readonly preview: string;
  readonly openInEditor: string;
  readonly nothingToPreview: string;
  readonly format: string;
  readonly formats: Readonly<Record<TextFormat, string>>;
  /** In place of an image without a description of its own. */
  readonly image: string;
  readonly tooComplex: string;
}

interface ListTexts {
  readonly none: string;
  /** Where something has to be chosen and nothing is; {0} is the field. */
  readonly choose: string;
  readonly noLongerOffered: string;
  readonly remove: string;
  readonly add: string;
  readonly addTyped: string;
  readonly findPeople: string;
  readonly typeMore: string;
  readonly searching: string;
  readonly nothingFound: string;
  readonly suggestions: string;
}

interface LinkTexts {
  readonly add: string;
  readonly cancel: string;
  readonly type: string;
  readonly artifact: string;
  readonly find: string;
  readonly withoutType: string;
  readonly reverseWithoutType: string;
  readonly notVisible: string;
}

interface AttachmentTexts {
  readonly attach: string;
  /** Beside it: what else can be done. With a limit, {0} is the most that a file may have. */
  readonly hint: string;
  readonly hintWithLimit: string;
  readonly fromEditor: string;
  readonly onceCreated: string;
  /** {0} is the file. */
  readonly download: string;
  readonly saveAs: string;
  readonly downloadAll: string;
  /** While files are dragged over the page; {0} is the field. */
  readonly drop: string;
  readonly reading: string;
  /** Why something was not attached; {0} is the file, {1} the limit. */
  readonly tooLarge: string;
  readonly folder: string;
  readonly unreadable: string;
}

interface StepTexts {
  readonly step: string;
  readonly description: string;
  readonly expected: string;
  readonly add: string;
  readonly remove: string;
  readonly moveUp: string;
  readonly moveDown: string;
}

interface NotificationTexts {
  readonly path: string;
  readonly emails: string;
  readonly users: string;
  readonly groups: string;
  readonly add: string;
  /** {0} is the path. */
  readonly remove: string;
}

interface ActivityTexts {
  readonly heading: string;
  readonly all: string;
  readonly comments: string;
  readonly changes: string;
  readonly loadOlder: string;
  readonly loading: string;
  readonly nothing: string;
  readonly created: string;
  readonly onlyFor: string;
  /** Between the old and the new value, for those who hear it. */
  readonly becomes: string;
  /** Before the names of attachments. */
  readonly removed: string;
  readonly added: string;
}

interface ConflictTexts {
  /** Heads of columns; what others have saved is headed by their name. */
  readonly field: string;
  readonly before: string;
  readonly mine: string;
  readonly result: string;
  readonly choices: Readonly<Record<Choice, string>>;
  /** Name of the choices of one field, {0}, for those who hear the page. */
  readonly choose: string;
  readonly compare: string;
  /** Above what needed no question. */
  readonly merged: string;
  readonly back: string;
  readonly save: string;
  readonly overwrite: string;
  /** Said where saving goes to a field, {0}, that is not decided. */
  readonly undecided: string;
}

export interface PageTexts {
  readonly conflict: ConflictTexts;
  readonly header: HeaderTexts;
  readonly problems: ProblemTexts;
  readonly text: TextTexts;
  readonly list: ListTexts;
  readonly links: LinkTexts;
  readonly attachments: AttachmentTexts;
  readonly steps: StepTexts;
  readonly notifications: NotificationTexts;
  readonly activity: ActivityTexts;
  /** Above the commits that mention what is shown. */
  readonly commits: string;
  readonly putBack: string;
  /** Said of a field that differs from what the server holds. */
  readonly changed: string;
  readonly dismiss: string;
  /** What a field without a value shows. */
  readonly empty: string;
  readonly broken: string;
  readonly goneField: string;
  readonly dayFormat: string;
  readonly timeFormat: string;
  /** How the server wrote a time. */
  readonly serverTime: string;
  readonly pickDay: string;
  readonly automatic: string;
  readonly manual: string;
  readonly noComputedValue: string;
  readonly comment: string;
  readonly commentPlaceholder: string;
  /** A field and what is wrong with it, when it is said aloud. */
  readonly fieldProblem: string;
}
