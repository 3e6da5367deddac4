// Localized texts of the form page, sent before anything else. {0} and {1} are placeholders filled by the
// page.
import type { Resolution } from "../model/merge/mergeState.ts";
import type { TextFormat } from "../model/valueTypes.ts";

export interface ProblemTexts {
  readonly required: string;
  readonly tooManyCharacters: string;
  readonly tooManyBytes: string;
  readonly multipleLines: string;
  readonly notANumber: string;
  readonly notAnInteger: string;
  readonly tooLarge: string;
  readonly notADate: string;
  readonly notATime: string;
  readonly noSuchDate: string;
  /** Date rules by comparator; {0} is the other field. */
  readonly before: string;
  readonly notAfter: string;
  readonly after: string;
  readonly notBefore: string;
  readonly sameAs: string;
  readonly notSameAs: string;
  readonly noTransition: string;
  readonly excludedByField: string;
  readonly choiceRemoved: string;
  readonly invalidRepositoryName: string;
  readonly containsComma: string;
  readonly incompleteNotification: string;
  /** {0} is the path. */
  readonly duplicatePath: string;
  /** {0} is the file, {1} the limit. */
  readonly fileTooLarge: string;
  readonly fieldRemoved: string;
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
  /** Names of regions for screen readers. */
  readonly actions: string;
  readonly savingDraft: string;
  readonly draftNotSaved: string;
  readonly saving: string;
  readonly assignedTo: string;
}

interface TextFieldTexts {
  readonly edit: string;
  readonly stopEditing: string;
  readonly write: string;
  readonly preview: string;
  readonly openInEditor: string;
  readonly nothingToPreview: string;
  readonly format: string;
  readonly formats: Readonly<Record<TextFormat, string>>;
  /** Shown for images without description. */
  readonly image: string;
  readonly tooComplex: string;
}

interface CommentTexts {
  readonly label: string;
  readonly placeholder: string;
  /** The button that sends the comment, and its title. */
  readonly send: string;
  readonly sendTitle: string;
}

interface ListTexts {
  readonly noValue: string;
  /** Placeholder of an empty required list; {0} is the field. */
  readonly choose: string;
  readonly choiceRemoved: string;
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
  /** Hint next to the button; {0} is the size limit. */
  readonly hint: string;
  readonly hintWithLimit: string;
  readonly fromEditor: string;
  /** On servers without uploads, for an optional and a required field. */
  readonly attachAfterCreation: string;
  readonly createInBrowser: string;
  /** Below the files of a new artifact. */
  readonly uploadedOnCreation: string;
  /** {0} is the file. */
  readonly download: string;
  readonly saveAs: string;
  readonly downloadAll: string;
  /** Shown while files are dragged over the page; {0} is the field. */
  readonly drop: string;
  readonly loading: string;
  /** Why a file wasn't attached; {0} is the file, {1} the limit. */
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
  /** Marks an entry that the user hasn't seen. */
  readonly new: string;
  readonly visibleTo: string;
  readonly quoteReply: string;
  readonly editInBrowser: string;
  /** Between the old and the new value, for screen readers. */
  readonly changedTo: string;
  /** Before names of attachments. */
  readonly removed: string;
  readonly added: string;
}

interface ConflictTexts {
  /** Column headings; remote changes have the author's name as heading. */
  readonly field: string;
  readonly before: string;
  readonly mine: string;
  readonly result: string;
  readonly resolutions: Readonly<Record<Resolution, string>>;
  /** Name of the choices for a field, {0}, for screen readers. */
  readonly choose: string;
  readonly compare: string;
  /** Above automatically merged fields. */
  readonly merged: string;
  /** Above comments that others have added meanwhile. */
  readonly newComments: string;
  readonly back: string;
  readonly save: string;
  readonly overwrite: string;
  /** Announced when saving moves to an unresolved field, {0}. */
  readonly unresolved: string;
}

/** Commits that mention the artifact. */
interface CommitTexts {
  readonly heading: string;
  readonly byBranch: string;
  readonly byAuthor: string;
}

export interface FormTexts {
  readonly conflict: ConflictTexts;
  readonly header: HeaderTexts;
  readonly problems: ProblemTexts;
  readonly text: TextFieldTexts;
  readonly list: ListTexts;
  readonly links: LinkTexts;
  readonly attachments: AttachmentTexts;
  readonly steps: StepTexts;
  readonly notifications: NotificationTexts;
  readonly activity: ActivityTexts;
  readonly commits: CommitTexts;
  /** Above files that mention the artifact. */
  readonly mentionedIn: string;
  readonly revert: string;
  /** Announced for a changed field. */
  readonly changed: string;
  readonly dismiss: string;
  /** Shown for a field without value. */
  readonly empty: string;
  readonly unreadable: string;
  readonly removedField: string;
  readonly dateFormat: string;
  readonly timeFormat: string;
  /** Time as written by the server. */
  readonly serverTime: string;
  readonly pickDate: string;
  readonly automatic: string;
  readonly manual: string;
  readonly noComputedValue: string;
  readonly comment: CommentTexts;
  /** A field and its problem, for announcements. */
  readonly fieldProblem: string;
}
