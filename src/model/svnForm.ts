// The settings of a Subversion repository as a form.
import { oneLine } from "./displayText.ts";
import { type Notified, notifiedText } from "./fields/notifications.ts";
import type { Control, FieldValue, Input } from "./fields/registry.ts";
import { type Draft, inputIn } from "./form/draft.ts";
import type { Block, Form, FormField } from "./form/form.ts";
import { inputText } from "./form/input.ts";
import { chosenIn } from "./form/offered.ts";
import type { SvnSettings } from "./svn.ts";
import type { Choice } from "./tracker.ts";
import type { Chosen, OpenEntry } from "./value.ts";

/** The ids of the fields: drafts on disk go by them. */
export const svnFields = {
  name: 1,
  isReferenceMandatory: 2,
  isMessageChangeAllowed: 3,
  immutablePaths: 4,
  allowedPaths: 5,
  accessFile: 6,
  notifications: 7,
  hasDefaultPermissions: 8,
  layout: 9,
} as const;

type SvnField = keyof typeof svnFields;

/** What the server calls them. */
const serverNames: Readonly<Record<SvnField, string>> = {
  name: "name",
  isReferenceMandatory: "is_reference_mandatory",
  isMessageChangeAllowed: "is_commit_message_change_allowed",
  immutablePaths: "paths",
  allowedPaths: "whitelist",
  accessFile: "access_file",
  notifications: "email_notifications",
  hasDefaultPermissions: "has_default_permissions",
  layout: "layout",
};

/** Settings that are only shown have ids from here on. */
const firstOther = 100;

interface FieldWords {
  readonly label: string;
  readonly description?: string;
  /** What its values are called. */
  readonly yes?: string;
  readonly no?: string;
  /** What it is called to have none of it. */
  readonly blank?: string;
}

/** In the person's language; the host hands them in. */
export interface SvnWords {
  readonly fields: Readonly<Record<SvnField, FieldWords>>;
  /** In place of settings that only administrators see. */
  readonly hidden: string;
  readonly sections: {
    readonly commitRules: string;
    readonly immutableTags: string;
    readonly access: string;
    readonly notifications: string;
    readonly layout: string;
    readonly others: string;
  };
}

/** What a form about a repository knows besides its fields. */
export interface SvnGround {
  readonly name: string | undefined;
  readonly address: string | undefined;
  readonly projectLabel: string | undefined;
  /** What the server told, or sets into something new; undefined where it does not tell. */
  readonly settings: SvnSettings | undefined;
  /** What it told before, where it does not tell any more. */
  readonly earlier?: SvnSettings | undefined;
}

export interface SvnFormParts {
  readonly words: SvnWords;
  /** Undefined where the server does not tell them: then all have to be given. */
  readonly settings: SvnSettings | undefined;
  /** What it told before: settings that we don't know are still shown, since they are sent along. */
  readonly earlier?: SvnSettings | undefined;
  /** What there is to fill in for something new: where the server takes folders to begin with, it says so. */
  readonly isNew: boolean;
  /** Whether the server takes no change of it from this account. */
  readonly isReadOnly?: boolean;
  readonly takesLayout: boolean;
  /** Whether the server has default permissions, where it does not tell them. */
  readonly hasPermissions: boolean;
  /** The groups of the project, as far as they are known. */
  readonly groups: readonly Choice[];
}

type Made = readonly [control: Control, base: Input | undefined, value?: FieldValue];

function yesOrNo({ yes = "", no = "" }: FieldWords, isSo: boolean | undefined): Made {
  const [on, off] = [
    { id: "yes", label: yes },
    { id: "no", label: no },
  ] as const;
  const choices = [on, off].map((choice) => ({ ...choice, isHidden: false, color: undefined }));
  const control: Control = { kind: "choice", look: "radio", choices };
  if (isSo === undefined) return [control, undefined];
  const chosen: readonly Chosen[] = [isSo ? on : off];
  return [control, { kind: "choices", chosen }, { kind: "choices", chosen }];
}

/** What most repositories begin with. */
const usualFolders = ["/trunk", "/branches", "/tags"];

function textList(texts: readonly string[] | undefined, offered: readonly string[] = []): Made {
  const choices = offered.map((label) => ({ id: label, label, isHidden: false, color: undefined }));
  const control: Control = { kind: "openList", choices, of: "paths" };
  if (texts === undefined) return [control, undefined];
  const entries: readonly OpenEntry[] = texts.map((label) => ({ id: undefined, label }));
  return [control, { kind: "openList", entries }, { kind: "openList", entries }];
}

function plainText(source: string | undefined): Made {
  const control: Control = { kind: "text", format: "text" };
  if (source === undefined) return [control, undefined];
  const text = { kind: "text", source, format: "text" } as const;
  return [control, text, text];
}

function notified({ settings, groups }: SvnFormParts): Made {
  const control: Control = { kind: "notifications", groups };
  if (settings === undefined) return [control, undefined];
  const rows = settings.notifications.map(({ path, emails, users, groups: told }) => ({
    path,
    emails,
    users,
    groups: told,
    readAs: path,
  }));
  const input = { kind: "notifications", rows } as const;
  return [control, input, { kind: "other", text: inputText(input) }];
}

const alwaysGiven: ReadonlySet<SvnField> = new Set([
  "name",
  "isReferenceMandatory",
  "isMessageChangeAllowed",
  "hasDefaultPermissions",
]);

function fieldOf(parts: SvnFormParts, key: SvnField, [control, base, value]: Made): FormField {
  const { label, description, blank } = parts.words.fields[key];
  const { isReadOnly, settings, words } = parts;
  const isHidden = isReadOnly === true && settings === undefined;
  const isRequired = alwaysGiven.has(key);
  const hasToBeSaid = base === undefined && !isRequired;
  return {
    id: svnFields[key],
    name: serverNames[key],
    label,
    description,
    type: "",
    isRequired: isRequired || hasToBeSaid,
    access: "edit",
    control,
    value: isHidden ? { kind: "other", text: words.hidden } : value,
    base,
    ...(hasToBeSaid ? { blank } : {}),
  };
}

function otherText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What stands inside of a known setting is told by both names. */
function otherEntries(others: SvnSettings["others"]): readonly (readonly [string, unknown])[] {
  const known = new Set(["commit_rules", "immutable_tags"]);
  return Object.entries(others)
    .flatMap(([name, value]) =>
      known.has(name) && typeof value === "object" && value !== null
        ? Object.entries(value).map(([inner, each]) => [`${name}.${inner}`, each] as const)
        : [[name, value] as const],
    )
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function shownFields({ settings, earlier }: SvnFormParts): readonly FormField[] {
  return otherEntries((settings ?? earlier)?.others ?? {}).map(([name, value], index) => ({
    id: firstOther + index,
    name,
    label: name,
    description: undefined,
    type: "",
    isRequired: false,
    access: "read",
    control: { kind: "shown" },
    value: { kind: "other", text: otherText(value) },
    base: undefined,
  }));
}

function section(id: number, label: string, ids: readonly (number | undefined)[]): readonly Block[] {
  const content = ids
    .filter((fieldId) => fieldId !== undefined)
    .map((fieldId) => ({ kind: "field", fieldId }) as const);
  return content.length === 0 ? [] : [{ kind: "section", id, label, content }];
}

function arranged({ sections }: SvnWords, fields: readonly FormField[]): readonly Block[] {
  const present = new Set(fields.map(({ id }) => id));
  const here = (...keys: readonly SvnField[]) =>
    keys.map((key) => svnFields[key]).filter((id) => present.has(id));
  const others = fields.filter(({ id }) => id >= firstOther).map(({ id }) => id);
  return [
    ...section(1, sections.commitRules, here("isReferenceMandatory", "isMessageChangeAllowed")),
    ...section(2, sections.immutableTags, here("immutablePaths", "allowedPaths")),
    ...section(3, sections.access, here("hasDefaultPermissions", "accessFile")),
    ...section(4, sections.notifications, here("notifications")),
    ...section(5, sections.layout, here("layout")),
    ...section(6, sections.others, others),
  ];
}

export function svnForm(parts: SvnFormParts): Form {
  const { words, settings, isNew, takesLayout, hasPermissions } = parts;
  const field = (key: SvnField, made: Made): FormField => fieldOf(parts, key, made);
  const permissions = settings === undefined ? undefined : settings.hasDefaultPermissions;
  const hasPermissionField = settings === undefined ? hasPermissions : permissions !== undefined;
  const rule = (key: SvnField, isSo: boolean | undefined): FormField =>
    field(key, yesOrNo(words.fields[key], isSo));
  const name: Made = [
    { kind: "line", maxLength: 255, isRepositoryName: true },
    { kind: "line", text: "" },
  ];
  const fields = [
    ...(isNew ? [field("name", name)] : []),
    rule("isReferenceMandatory", settings?.commitRules.isReferenceMandatory),
    rule("isMessageChangeAllowed", settings?.commitRules.isMessageChangeAllowed),
    field("immutablePaths", textList(settings?.immutableTags.paths)),
    field("allowedPaths", textList(settings?.immutableTags.allowed)),
    ...(hasPermissionField ? [rule("hasDefaultPermissions", permissions)] : []),
    field("accessFile", plainText(settings?.accessFile)),
    field("notifications", notified(parts)),
    ...(isNew && takesLayout ? [field("layout", textList([], usualFolders))] : []),
    ...shownFields(parts),
  ];
  return {
    isNew,
    ...(settings === undefined ? { isBlind: true } : {}),
    ...(parts.isReadOnly === true ? { isReadOnly: true } : {}),
    fields,
    promoted: { title: isNew ? svnFields.name : undefined, status: undefined, assignee: undefined },
    layout: arranged(words, fields),
    linkFields: [],
    fileFields: [],
    rules: undefined,
    takesComment: false,
  };
}

// From the form of a Subversion repository back to its settings. What the form does not know goes back as it was read.

/** What the form does not know, as it was last read: servers may have stopped telling since. */
export function keptIn(ground: SvnGround | undefined): SvnSettings | undefined {
  return ground?.settings ?? ground?.earlier;
}

/** What is sent: what stands in the form, and beside it what `kept` has and the form does not. */
export function settingsIn(form: Form, draft: Draft, kept: SvnSettings | undefined): SvnSettings {
  const input = (key: SvnField): Input | undefined => inputIn(form, draft, svnFields[key]);
  const isChosen = (key: SvnField): boolean => chosenIn(input(key))[0]?.id === "yes";
  const texts = (key: SvnField): readonly string[] => textsOf(input(key));
  const [accessFile, told] = [input("accessFile"), input("notifications")];
  const othersOf = ({ path, readAs = path }: Notified): SvnSettings["others"] =>
    kept?.notifications.find((each) => each.path === readAs)?.others ?? {};
  const hasPermissions = input("hasDefaultPermissions") !== undefined;
  return {
    commitRules: {
      isReferenceMandatory: isChosen("isReferenceMandatory"),
      isMessageChangeAllowed: isChosen("isMessageChangeAllowed"),
    },
    immutableTags: { paths: texts("immutablePaths"), allowed: texts("allowedPaths") },
    accessFile: accessFile?.kind === "text" ? accessFile.source : "",
    notifications: (told?.kind === "notifications" ? told.rows : []).map((row) => {
      const { path, emails, users, groups } = row;
      return { path, emails, users, groups, others: othersOf(row) };
    }),
    hasDefaultPermissions: hasPermissions ? isChosen("hasDefaultPermissions") : kept?.hasDefaultPermissions,
    others: kept?.others ?? {},
  };
}

function textsOf(input: Input | undefined): readonly string[] {
  return input?.kind === "openList" ? input.entries.map(({ label }) => label) : [];
}

/** What something new is to be called, and the folders that it begins with. */
export function beginningIn(
  form: Form,
  draft: Draft,
): { readonly name: string; readonly layout: readonly string[] } {
  const name = inputIn(form, draft, svnFields.name);
  return {
    name: name?.kind === "line" ? name.text : "",
    layout: textsOf(inputIn(form, draft, svnFields.layout)),
  };
}

/** Where nothing can be read, the form goes on from what stood there: what was given last, if anything was. */
export function withBasesOf(form: Form, older: Form): Form {
  const bases = new Map(older.fields.map(({ id, base }) => [id, base]));
  return {
    ...form,
    fields: form.fields.map((field) => ({ ...field, base: bases.get(field.id) ?? field.base })),
  };
}

// What would stand in a repository that is replaced unseen, for the person to look at first.

export interface ReplacedValue {
  readonly label: string;
  /** None for nothing. */
  readonly lines: readonly string[];
  /** How many lines more there are. */
  readonly left: number;
}

/** More than most values have, and few enough for a dialog. */
const mostLines = 25;

/** Whoever is asked about an access file or a list has to see each line of it. */
function partsOf(input: Input | undefined): readonly string[] {
  if (input === undefined) return [];
  switch (input.kind) {
    case "text":
      return input.source.trimEnd().split(/\r\n|\r|\n/);
    case "openList":
      return input.entries.map(({ label }) => label);
    case "notifications":
      return input.rows.map(notifiedText);
    default:
      return [inputText(input)];
  }
}

function valueOf({ label }: FormField, parts: readonly string[]): ReplacedValue {
  const isNothing = parts.every((part) => part === "");
  return {
    label: oneLine(label),
    lines: isNothing ? [] : parts.slice(0, mostLines).map((part) => oneLine(part)),
    left: isNothing ? 0 : Math.max(0, parts.length - mostLines),
  };
}

/** All that is sent: what was typed, and what goes along since it was read once. */
export function replacementIn(form: Form, draft: Draft): readonly ReplacedValue[] {
  return form.fields.map((field) =>
    field.access === "edit"
      ? valueOf(field, partsOf(inputIn(form, draft, field.id)))
      : valueOf(field, field.value?.kind === "other" ? [field.value.text] : []),
  );
}
