// The inbox: what others have changed on artifacts that concern the user.
import type { CrossTrackerRow } from "./query/crossTracker.ts";
import type { FieldWithValue } from "./artifact.ts";
import { toFieldText, type FieldValue } from "./fields/registry.ts";
import { groupBy } from "./groupBy.ts";
import { toFileChange, type Changeset, type HistoryEntry, type ValueChange } from "./history.ts";
import type { User } from "./user.ts";
import type { LabeledId } from "./valueTypes.ts";

/** An artifact of the inbox, or any other that is followed or not. */
export interface InboxArtifact {
  readonly siteApi: string;
  readonly artifactId: number;
}

/** One thing that a change did. */
export type InboxAction =
  | { readonly kind: "created" | "assigned" | "commented" | "mentioned" }
  /** The new status. */
  | { readonly kind: "moved"; readonly status: string }
  | { readonly kind: "attached"; readonly count: number }
  /** Labels of the other fields. */
  | { readonly kind: "changed"; readonly fields: readonly string[] };

/** A change by someone else. */
export interface InboxChange {
  /** Later changes of a site have a higher ID. */
  readonly changesetId: number;
  /** `undefined` for an anonymous user. */
  readonly author: string | undefined;
  /** In milliseconds. */
  readonly at: number;
  readonly actions: readonly InboxAction[];
}

/** A change with what the view shows of its artifact. */
export interface ArtifactInboxChange extends InboxChange {
  readonly artifactId: number;
  readonly title: string | undefined;
  readonly tracker: string | undefined;
}

/** Which changes of an artifact the user has seen: those that one of the members includes. */
export interface SeenChanges {
  /** The last one that the user has seen. */
  readonly seenChangesetId?: number | undefined;
  /** The time of the last one that the user has seen, in milliseconds. */
  readonly seenUntil?: number | undefined;
}

/** What a form has shown of an artifact. */
export interface ShownArtifact extends InboxArtifact, SeenChanges {}

/** What the user has decided about an artifact. */
export interface InboxChoice extends SeenChanges {
  readonly follow?: "following" | "stopped" | undefined;
  /** In milliseconds. */
  readonly snoozedUntil?: number | undefined;
}

/** The changes of one artifact. */
export interface InboxEntry extends InboxArtifact {
  readonly title: string | undefined;
  readonly tracker: string | undefined;
  /** Newest first, never empty. */
  readonly changes: readonly InboxChange[];
  /** Newest first; empty if all are read. */
  readonly unread: readonly InboxChange[];
  readonly isFollowed: boolean;
}

/** What one person did in several changes. */
interface AuthorSummary {
  readonly author: string | undefined;
  readonly actions: readonly InboxAction[];
}

// Which artifacts concern the user.

export interface InboxInterests {
  readonly user: User;
  /** Opened lately, or commented from this machine. */
  readonly usedIds: ReadonlySet<number>;
  readonly choices: ReadonlyMap<number, InboxChoice>;
}

/** Rows have user names instead of IDs. */
function isUser({ id, label }: LabeledId, user: User): boolean {
  return user.username === undefined ? label === user.label : id === user.username;
}

function isAssigned({ assignees }: Pick<CrossTrackerRow, "assignees">, user: User): boolean {
  return assignees.some((assignee) => isUser(assignee, user));
}

export function concernsUser(row: CrossTrackerRow, { user, usedIds, choices }: InboxInterests): boolean {
  const follow = choices.get(row.id)?.follow;
  if (follow !== undefined) return follow === "following";
  const isSubmitter = row.submittedBy !== undefined && isUser(row.submittedBy, user);
  return isSubmitter || isAssigned(row, user) || usedIds.has(row.id);
}

// What a change did. The history has no semantics, so the status field is the one with the status of the row.

const usualStatusLabels = /^(?:status|state|statut|état)$/i;

function findStatusFieldId(
  { values }: Changeset,
  { status }: Pick<CrossTrackerRow, "status">,
): number | undefined {
  if (status === undefined || status === "") return undefined;
  const candidates = values.filter(
    (each): each is FieldWithValue =>
      each.kind === "entry" && each.value.kind === "choices" && toFieldText(each.value) === status,
  );
  const usual = candidates.find(({ label }) => usualStatusLabels.test(label));
  return (usual ?? (candidates.length === 1 ? candidates[0] : undefined))?.fieldId;
}

/** IDs of choices may be those of users, so the name has to match too. */
function hasUser(value: FieldValue | undefined, { id, label, username }: User): boolean {
  if (value?.kind !== "choices") return false;
  const names = [label, ...(username === undefined ? [] : [username])];
  return value.chosen.some(
    (choice) => String(choice.id) === String(id) && names.some((name) => choice.label.includes(name)),
  );
}

function mentionsUser(text: string, { username }: User): boolean {
  if (username === undefined) return false;
  const escapedName = username.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}_.@-])@${escapedName}(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}])`,
    "iu",
  ).test(text);
}

interface ActionContext {
  readonly user: User;
  readonly row: Pick<CrossTrackerRow, "status" | "assignees">;
  readonly statusFieldId: number | undefined;
}

function toFieldActions(
  changes: readonly ValueChange[],
  { user, row, statusFieldId }: ActionContext,
): readonly InboxAction[] {
  const actions: InboxAction[] = [];
  const otherFields: string[] = [];
  for (const change of changes) {
    const { fieldId, before, after } = change;
    const addedFiles = toFileChange(change)?.added.length ?? 0;
    if (fieldId === statusFieldId && after !== undefined && toFieldText(after) !== "") {
      actions.unshift({ kind: "moved", status: toFieldText(after) });
    } else if (isAssigned(row, user) && hasUser(after, user) && !hasUser(before, user)) {
      actions.push({ kind: "assigned" });
    } else if (addedFiles > 0) {
      actions.push({ kind: "attached", count: addedFiles });
    } else {
      otherFields.push(change.label);
    }
  }
  return otherFields.length === 0 ? actions : [...actions, { kind: "changed", fields: otherFields }];
}

function toActions(entry: HistoryEntry, context: ActionContext): readonly InboxAction[] {
  const { changeset, isCreation, changes } = entry;
  const { comment, values } = changeset;
  const { user, row } = context;
  const isAssignedAtCreation =
    isCreation &&
    isAssigned(row, user) &&
    values.some((each) => each.kind === "entry" && hasUser(each.value, user));
  const commentKind = comment !== undefined && mentionsUser(comment.source, user) ? "mentioned" : "commented";
  return [
    ...(isCreation ? [{ kind: "created" } as const] : []),
    ...(isAssignedAtCreation ? [{ kind: "assigned" } as const] : []),
    ...toFieldActions(changes, context),
    ...(comment === undefined ? [] : [{ kind: commentKind } as const]),
  ];
}

/** Changes of others since that time, in milliseconds. Entries and changes are newest first. */
export function toInboxChanges(
  entries: readonly HistoryEntry[],
  row: Pick<CrossTrackerRow, "status" | "assignees">,
  user: User,
  since: number,
): readonly InboxChange[] {
  const [newest] = entries;
  const statusFieldId = newest && findStatusFieldId(newest.changeset, row);
  return entries.flatMap((entry) => {
    const { id: changesetId, by, on } = entry.changeset;
    const at = Date.parse(on ?? "");
    const isOwn = by !== undefined && String(by.id) === String(user.id);
    if (isOwn || !(at >= since)) return [];
    return [{ changesetId, author: by?.label, at, actions: toActions(entry, { user, row, statusFieldId }) }];
  });
}

// What the user has seen and decided.

function max(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);
}

/** Changes some members. What is seen stays seen: a window may not know the latest change. */
export function updateChoice(choice: InboxChoice, update: InboxChoice): InboxChoice {
  return {
    ...choice,
    ...update,
    seenChangesetId: max(choice.seenChangesetId, update.seenChangesetId),
    seenUntil: max(choice.seenUntil, update.seenUntil),
  };
}

function isSeen({ changesetId, at }: InboxChange, { seenChangesetId, seenUntil }: SeenChanges): boolean {
  return changesetId <= (seenChangesetId ?? 0) || at <= (seenUntil ?? 0);
}

// Entries of the view.

/** No snooze lasts longer, even on a day with a clock change: a later end comes from a wrong clock of this machine. */
const maxSnoozeMs = 2 * 86_400_000;

/** Changes may be in any order, and repeated. Entries are those with the newest change first. */
export function toInboxEntries(
  siteApi: string,
  changes: readonly ArtifactInboxChange[],
  choices: ReadonlyMap<number, InboxChoice>,
  now: number,
): readonly InboxEntry[] {
  const byArtifact = groupBy(
    changes.toSorted((one, other) => other.changesetId - one.changesetId),
    ({ artifactId }) => artifactId,
  );
  const entries = [...byArtifact].flatMap(([artifactId, artifactChanges]) => {
    const choice = choices.get(artifactId) ?? {};
    const { follow, snoozedUntil = 0 } = choice;
    const [newest] = artifactChanges;
    const isSnoozed = snoozedUntil > now && snoozedUntil <= now + maxSnoozeMs;
    if (newest === undefined || follow === "stopped" || isSnoozed) return [];
    const unique = artifactChanges.filter(
      ({ changesetId }, index) => artifactChanges[index - 1]?.changesetId !== changesetId,
    );
    return [
      {
        siteApi,
        artifactId,
        title: newest.title,
        tracker: newest.tracker,
        changes: unique,
        unread: unique.filter((change) => !isSeen(change, choice)),
        isFollowed: follow === "following",
      },
    ];
  });
  return sortInboxEntries(entries);
}

export function sortInboxEntries(entries: readonly InboxEntry[]): readonly InboxEntry[] {
  return entries.toSorted((one, other) => (other.changes[0]?.at ?? 0) - (one.changes[0]?.at ?? 0));
}

const actionOrder: readonly InboxAction["kind"][] = [
  "created",
  "moved",
  "assigned",
  "attached",
  "changed",
  "commented",
  "mentioned",
];

/** Changes are newest first: the newest status counts. */
function mergeActions(actions: readonly InboxAction[]): readonly InboxAction[] {
  const merged = new Map<InboxAction["kind"], InboxAction>();
  for (const action of actions) {
    const other = merged.get(action.kind);
    if (other === undefined) {
      merged.set(action.kind, action);
    } else if (action.kind === "attached" && other.kind === "attached") {
      merged.set("attached", { kind: "attached", count: action.count + other.count });
    } else if (action.kind === "changed" && other.kind === "changed") {
      merged.set("changed", { kind: "changed", fields: [...new Set([...other.fields, ...action.fields])] });
    }
  }
  // A mention is a comment.
  if (merged.has("mentioned")) merged.delete("commented");
  return actionOrder.flatMap((kind) => merged.get(kind) ?? []);
}

/** What each person did, in the order of their latest changes. */
export function summarizeByAuthor(changes: readonly InboxChange[]): readonly AuthorSummary[] {
  return [...groupBy(changes, ({ author }) => author)].map(([author, own]) => ({
    author,
    actions: mergeActions(own.flatMap(({ actions }) => actions)),
  }));
}

/** Whether a change is worth a notification. */
export function isPersonal({ actions }: InboxChange): boolean {
  return actions.some(({ kind }) => kind === "assigned" || kind === "mentioned");
}

// The setting for the interval between two refreshes.

const defaultIntervalMinutes = 5;
/** Maximum of the setting; also keeps timers below the limit above which they fire immediately. */
const maxIntervalMinutes = 1440;

/** Minutes between two refreshes, for any value of the setting; 0 to refresh on request only. */
export function toInboxIntervalMinutes(setting: unknown): number {
  if (typeof setting !== "number" || !(setting >= 0)) return defaultIntervalMinutes;
  return setting === 0 ? 0 : Math.min(Math.max(setting, 1), maxIntervalMinutes);
}
