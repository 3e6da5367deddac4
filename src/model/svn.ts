import type { PathNotification } from "./fields/svnNotifications.ts";
import type { LabeledId } from "./valueTypes.ts";

/** Settings of a repository. Updates must contain all of them because servers reset omitted ones. */
export interface SvnSettings {
  readonly commitRules: { readonly isReferenceMandatory: boolean; readonly isMessageChangeAllowed: boolean };
  readonly immutableTags: { readonly paths: readonly string[]; readonly allowed: readonly string[] };
  readonly accessFile: string;
  readonly notifications: readonly SvnNotification[];
  /** Undefined if the server doesn't support it. */
  readonly hasDefaultPermissions: boolean | undefined;
  /**
   * Unknown settings as loaded, which are sent back unchanged. Unknown members of a known setting are stored
   * under its name.
   */
  readonly others: Readonly<Record<string, unknown>>;
}

export interface SvnNotification extends Omit<PathNotification, "readAs"> {
  /** Unknown members. */
  readonly others: Readonly<Record<string, unknown>>;
}

function idsOf(chosen: readonly LabeledId[]): readonly string[] {
  return chosen.map(({ id }) => String(id)).sort();
}

/** Equal for equivalent settings, ignoring order and labels of users. */
export function svnSettingsComparisonKey(settings: SvnSettings): string {
  const { commitRules, immutableTags, accessFile, notifications, hasDefaultPermissions, others } = settings;
  const notificationKeys = notifications.map(({ path, emails, users, groups, others: more }) =>
    JSON.stringify([path, emails.toSorted(), idsOf(users), idsOf(groups), more]),
  );
  return JSON.stringify([
    commitRules.isReferenceMandatory,
    commitRules.isMessageChangeAllowed,
    immutableTags.paths.toSorted(),
    immutableTags.allowed.toSorted(),
    accessFile,
    notificationKeys.sort(),
    hasDefaultPermissions ?? null,
    others,
  ]);
}

export interface NewSvnRepository {
  readonly name: string;
  readonly settings: SvnSettings;
  /** Initial folders, if the server supports them. */
  readonly layout?: readonly string[];
}

export interface SvnRepository {
  readonly id: number;
  readonly name: string | undefined;
  /** Checkout URL. */
  readonly address: string | undefined;
  /** Undefined if the server doesn't report them or they can't be parsed completely. */
  readonly settings: SvnSettings | undefined;
  /** The account can't administrate the repository. */
  readonly isReadOnly?: boolean;
}

/** A repository in lists. */
export interface SvnRepositorySummary {
  readonly kind: "svnRepository";
  readonly id: number;
  readonly name: string | undefined;
  /** Checkout URL; undefined if not reported. */
  readonly address: string | undefined;
}
