// Form for the settings of a Subversion repository.
import { toDisplayLine } from "./displayText.ts";
import { type PathNotification, formatPathNotification } from "./fields/svnNotifications.ts";
import type { Control, FieldValue, Input } from "./fields/registry.ts";
import { type Draft, getCurrentInput } from "./form/draft.ts";
import type { LayoutBlock, Form, FormField } from "./form/form.ts";
import { toInputText } from "./form/input.ts";
import { getSelectedChoices } from "./form/availableChoices.ts";
import type { SvnSettings } from "./svn.ts";
import type { Choice } from "./tracker.ts";
import type { LabeledId, OpenListEntry } from "./valueTypes.ts";

/** Field ids; stored in drafts. */
export const svnFieldIds = {
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

type SvnField = keyof typeof svnFieldIds;

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

/** First id of read-only fields for unknown settings. */
const firstOtherId = 100;

interface SvnFieldTexts {
  readonly label: string;
  readonly description?: string;
  /** Labels of the values. */
  readonly yesLabel?: string;
  readonly noLabel?: string;
  /** Label of an empty value. */
  readonly emptyLabel?: string;
}

/** Localized by the host. */
export interface SvnFormTexts {
  readonly fields: Readonly<Record<SvnField, SvnFieldTexts>>;
  /** Shown instead of settings that only administrators can read. */
  readonly hiddenSettings: string;
  readonly sections: {
    readonly commitRules: string;
    readonly immutableTags: string;
    readonly access: string;
    readonly notifications: string;
    readonly layout: string;
    readonly others: string;
  };
}

export interface SvnFormBase {
  readonly name: string | undefined;
  readonly address: string | undefined;
  readonly projectLabel: string | undefined;
  /** Settings from the server, or defaults of a new repository; undefined if not readable. */
  readonly settings: SvnSettings | undefined;
  /** Last readable settings, if they no longer are. */
  readonly earlier?: SvnSettings | undefined;
}

export interface SvnFormOptions {
  readonly texts: SvnFormTexts;
  /** Undefined if not readable: then all fields must be set. */
  readonly settings: SvnSettings | undefined;
  /** Last readable settings: unknown settings are still shown because they are sent along. */
  readonly previousSettings?: SvnSettings | undefined;
  /** Fields of a new repository; `supportsLayout` adds the initial folders. */
  readonly isNew: boolean;
  /** Whether the account can't change the settings. */
  readonly isReadOnly?: boolean;
  readonly supportsLayout: boolean;
  /** Whether the server supports default permissions even if it doesn't report them. */
  readonly hasDefaultPermissions: boolean;
  /** Known groups of the project. */
  readonly groups: readonly Choice[];
}

type ControlParts = readonly [control: Control, base: Input | undefined, value?: FieldValue];

function toYesNoControl(
  { yesLabel = "", noLabel = "" }: SvnFieldTexts,
  isOn: boolean | undefined,
): ControlParts {
  const [on, off] = [
    { id: "yes", label: yesLabel },
    { id: "no", label: noLabel },
  ] as const;
  const choices = [on, off].map((choice) => ({ ...choice, isHidden: false, color: undefined }));
  const control: Control = { kind: "choice", look: "radio", choices };
  if (isOn === undefined) return [control, undefined];
  const chosen: readonly LabeledId[] = [isOn ? on : off];
  return [control, { kind: "choices", chosen }, { kind: "choices", chosen }];
}

/** Default initial folders. */
const defaultFolders = ["/trunk", "/branches", "/tags"];

function toPathListControl(
  texts: readonly string[] | undefined,
  suggestions: readonly string[] = [],
): ControlParts {
  const choices = suggestions.map((label) => ({ id: label, label, isHidden: false, color: undefined }));
  const control: Control = { kind: "openList", choices, of: "paths" };
  if (texts === undefined) return [control, undefined];
  const entries: readonly OpenListEntry[] = texts.map((label) => ({ id: undefined, label }));
  return [control, { kind: "openList", entries }, { kind: "openList", entries }];
}

function toTextControl(source: string | undefined): ControlParts {
  const control: Control = { kind: "text", format: "text" };
  if (source === undefined) return [control, undefined];
  const text = { kind: "text", source, format: "text" } as const;
  return [control, text, text];
}

function toNotificationsControl({ settings, groups }: SvnFormOptions): ControlParts {
  const control: Control = { kind: "notifications", groups };
  if (settings === undefined) return [control, undefined];
  const rows = settings.notifications.map(({ path, emails, users, groups: recipients }) => ({
    path,
    emails,
    users,
    groups: recipients,
    readAs: path,
  }));
  const input = { kind: "notifications", rows } as const;
  return [control, input, { kind: "other", text: toInputText(input) }];
}

const requiredFields: ReadonlySet<SvnField> = new Set([
  "name",
  "isReferenceMandatory",
  "isMessageChangeAllowed",
  "hasDefaultPermissions",
]);

function toSvnFormField(
  options: SvnFormOptions,
  key: SvnField,
  [control, base, value]: ControlParts,
): FormField {
  const { label, description, emptyLabel } = options.texts.fields[key];
  const { isReadOnly, settings, texts } = options;
  const isHidden = isReadOnly === true && settings === undefined;
  const isRequired = requiredFields.has(key);
  const mustBeSet = base === undefined && !isRequired;
  return {
    id: svnFieldIds[key],
    name: serverNames[key],
    label,
    description,
    type: "",
    isRequired: isRequired || mustBeSet,
    access: "edit",
    control,
    value: isHidden ? { kind: "other", text: texts.hiddenSettings } : value,
    base,
    ...(mustBeSet ? { blank: emptyLabel } : {}),
  };
}

function formatOther(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Members of a known setting are labeled with both names. */
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

function toReadOnlyFields({ settings, previousSettings }: SvnFormOptions): readonly FormField[] {
  return otherEntries((settings ?? previousSettings)?.others ?? {}).map(([name, value], index) => ({
    id: firstOtherId + index,
    name,
    label: name,
    description: undefined,
    type: "",
    isRequired: false,
    access: "read",
    control: { kind: "shown" },
    value: { kind: "other", text: formatOther(value) },
    base: undefined,
  }));
}

function toSection(id: number, label: string, ids: readonly (number | undefined)[]): readonly LayoutBlock[] {
  const content = ids
    .filter((fieldId) => fieldId !== undefined)
    .map((fieldId) => ({ kind: "field", fieldId }) as const);
  return content.length === 0 ? [] : [{ kind: "section", id, label, content }];
}

function toSvnLayout({ sections }: SvnFormTexts, fields: readonly FormField[]): readonly LayoutBlock[] {
  const present = new Set(fields.map(({ id }) => id));
  const existingIds = (...keys: readonly SvnField[]) =>
    keys.map((key) => svnFieldIds[key]).filter((id) => present.has(id));
  const others = fields.filter(({ id }) => id >= firstOtherId).map(({ id }) => id);
  return [
    ...toSection(1, sections.commitRules, existingIds("isReferenceMandatory", "isMessageChangeAllowed")),
    ...toSection(2, sections.immutableTags, existingIds("immutablePaths", "allowedPaths")),
    ...toSection(3, sections.access, existingIds("hasDefaultPermissions", "accessFile")),
    ...toSection(4, sections.notifications, existingIds("notifications")),
    ...toSection(5, sections.layout, existingIds("layout")),
    ...toSection(6, sections.others, others),
  ];
}

export function createSvnForm(options: SvnFormOptions): Form {
  const { texts, settings, isNew, supportsLayout, hasDefaultPermissions } = options;
  const field = (key: SvnField, controlParts: ControlParts): FormField =>
    toSvnFormField(options, key, controlParts);
  const permissions = settings === undefined ? undefined : settings.hasDefaultPermissions;
  const hasPermissionField = settings === undefined ? hasDefaultPermissions : permissions !== undefined;
  const rule = (key: SvnField, isOn: boolean | undefined): FormField =>
    field(key, toYesNoControl(texts.fields[key], isOn));
  const name: ControlParts = [
    { kind: "line", maxLength: 255, isRepositoryName: true },
    { kind: "line", text: "" },
  ];
  const fields = [
    ...(isNew ? [field("name", name)] : []),
    rule("isReferenceMandatory", settings?.commitRules.isReferenceMandatory),
    rule("isMessageChangeAllowed", settings?.commitRules.isMessageChangeAllowed),
    field("immutablePaths", toPathListControl(settings?.immutableTags.paths)),
    field("allowedPaths", toPathListControl(settings?.immutableTags.allowed)),
    ...(hasPermissionField ? [rule("hasDefaultPermissions", permissions)] : []),
    field("accessFile", toTextControl(settings?.accessFile)),
    field("notifications", toNotificationsControl(options)),
    ...(isNew && supportsLayout ? [field("layout", toPathListControl([], defaultFolders))] : []),
    ...toReadOnlyFields(options),
  ];
  return {
    isNew,
    ...(settings === undefined ? { isBlind: true } : {}),
    ...(options.isReadOnly === true ? { isReadOnly: true } : {}),
    fields,
    promoted: { title: isNew ? svnFieldIds.name : undefined, status: undefined, assignee: undefined },
    layout: toSvnLayout(texts, fields),
    linkFields: [],
    fileFields: [],
    rules: undefined,
    takesComment: false,
  };
}

// Converts the form back to settings. Unknown settings are sent back as loaded.

/** Servers may have stopped reporting them. */
export function getLastKnownSettings(base: SvnFormBase | undefined): SvnSettings | undefined {
  return base?.settings ?? base?.earlier;
}

/** The form's values plus the settings in `loaded` that the form doesn't have. */
export function toSvnSettings(form: Form, draft: Draft, loaded: SvnSettings | undefined): SvnSettings {
  const input = (key: SvnField): Input | undefined => getCurrentInput(form, draft, svnFieldIds[key]);
  const isChosen = (key: SvnField): boolean => getSelectedChoices(input(key))[0]?.id === "yes";
  const texts = (key: SvnField): readonly string[] => labelsOfEntries(input(key));
  const [accessFile, notifications] = [input("accessFile"), input("notifications")];
  const getUnknownMembers = ({ path, readAs = path }: PathNotification): SvnSettings["others"] =>
    loaded?.notifications.find((each) => each.path === readAs)?.others ?? {};
  const hasPermissions = input("hasDefaultPermissions") !== undefined;
  return {
    commitRules: {
      isReferenceMandatory: isChosen("isReferenceMandatory"),
      isMessageChangeAllowed: isChosen("isMessageChangeAllowed"),
    },
    immutableTags: { paths: texts("immutablePaths"), allowed: texts("allowedPaths") },
    accessFile: accessFile?.kind === "text" ? accessFile.source : "",
    notifications: (notifications?.kind === "notifications" ? notifications.rows : []).map((row) => {
      const { path, emails, users, groups } = row;
      return { path, emails, users, groups, others: getUnknownMembers(row) };
    }),
    hasDefaultPermissions: hasPermissions ? isChosen("hasDefaultPermissions") : loaded?.hasDefaultPermissions,
    others: loaded?.others ?? {},
  };
}

function labelsOfEntries(input: Input | undefined): readonly string[] {
  return input?.kind === "openList" ? input.entries.map(({ label }) => label) : [];
}

/** Name and initial folders of a new repository. */
export function getNewRepositoryOptions(
  form: Form,
  draft: Draft,
): { readonly name: string; readonly layout: readonly string[] } {
  const name = getCurrentInput(form, draft, svnFieldIds.name);
  return {
    name: name?.kind === "line" ? name.text : "",
    layout: labelsOfEntries(getCurrentInput(form, draft, svnFieldIds.layout)),
  };
}

/** If the settings aren't readable, continues with the values set last. */
export function copyFieldBases(form: Form, older: Form): Form {
  const bases = new Map(older.fields.map(({ id, base }) => [id, base]));
  return {
    ...form,
    fields: form.fields.map((field) => ({ ...field, base: bases.get(field.id) ?? field.base })),
  };
}

// A setting's new value, for confirmation before unreadable settings are overwritten.

export interface SettingPreview {
  readonly label: string;
  /** Empty for no value. */
  readonly lines: readonly string[];
  /** Number of omitted lines. */
  readonly moreLines: number;
}

/** Fits into a dialog. */
const maxPreviewLines = 25;

/** The user must see every line of an access file or list. */
function toLines(input: Input | undefined): readonly string[] {
  if (input === undefined) return [];
  switch (input.kind) {
    case "text":
      return input.source.trimEnd().split(/\r\n|\r|\n/);
    case "openList":
      return input.entries.map(({ label }) => label);
    case "notifications":
      return input.rows.map(formatPathNotification);
    default:
      return [toInputText(input)];
  }
}

function toSettingPreview({ label }: FormField, lines: readonly string[]): SettingPreview {
  const isEmpty = lines.every((line) => line === "");
  return {
    label: toDisplayLine(label),
    lines: isEmpty ? [] : lines.slice(0, maxPreviewLines).map((line) => toDisplayLine(line)),
    moreLines: isEmpty ? 0 : Math.max(0, lines.length - maxPreviewLines),
  };
}

/** All settings to be sent: edited ones and unknown ones from an earlier load. */
export function previewSettings(form: Form, draft: Draft): readonly SettingPreview[] {
  return form.fields.map((field) =>
    field.access === "edit"
      ? toSettingPreview(field, toLines(getCurrentInput(form, draft, field.id)))
      : toSettingPreview(field, field.value?.kind === "other" ? [field.value.text] : []),
  );
}
