import type { Notified } from "./fields/notifications.ts";
import type { Chosen } from "./value.ts";

/** The settings of a repository. A server takes all of them in every update, or resets what is left out. */
export interface SvnSettings {
  readonly commitRules: { readonly isReferenceMandatory: boolean; readonly isMessageChangeAllowed: boolean };
  readonly immutableTags: { readonly paths: readonly string[]; readonly allowed: readonly string[] };
  readonly accessFile: string;
  readonly notifications: readonly SvnNotification[];
  /** Undefined where the server does not know it. */
  readonly hasDefaultPermissions: boolean | undefined;
  /**
   * Settings that we don't know, as they were read: they go back unchanged with every update. Those that stand inside of a
   * known one are under its name.
   */
  readonly others: Readonly<Record<string, unknown>>;
}

export interface SvnNotification extends Omit<Notified, "readAs"> {
  /** What else the server said of it. */
  readonly others: Readonly<Record<string, unknown>>;
}

function idsOf(chosen: readonly Chosen[]): readonly string[] {
  return chosen.map(({ id }) => String(id)).sort();
}

/** The same for settings that say the same: in which order, and what people are called, does not count. */
export function settingsKey(settings: SvnSettings): string {
  const { commitRules, immutableTags, accessFile, notifications, hasDefaultPermissions, others } = settings;
  const told = notifications.map(({ path, emails, users, groups, others: more }) =>
    JSON.stringify([path, emails.toSorted(), idsOf(users), idsOf(groups), more]),
  );
  return JSON.stringify([
    commitRules.isReferenceMandatory,
    commitRules.isMessageChangeAllowed,
    immutableTags.paths.toSorted(),
    immutableTags.allowed.toSorted(),
    accessFile,
    told.sort(),
    hasDefaultPermissions ?? null,
    others,
  ]);
}

/** One yet to be made. */
export interface NewSvnRepository {
  readonly name: string;
  readonly settings: SvnSettings;
  /** The folders that it begins with, where the server can make some. */
  readonly layout?: readonly string[];
}

export interface SvnRepository {
  readonly id: number;
  readonly name: string | undefined;
  /** Where it is checked out from. */
  readonly address: string | undefined;
  /** Undefined where they are not told, or can't be read whole. */
  readonly settings: SvnSettings | undefined;
  /** Told for those who don't administer it: nothing but their settings is left out. */
  readonly isReadOnly?: boolean;
}

/** A repository as lists show it. */
export interface SvnSummary {
  readonly kind: "svnRepository";
  readonly id: number;
  readonly name: string | undefined;
  /** Where it is checked out from; undefined where nobody tells. */
  readonly address: string | undefined;
}
