/** The settings of a repository. A server takes all of them in every update, or resets what is left out. */
export interface SvnSettings {
  readonly commitRules: { readonly isReferenceMandatory: boolean; readonly isMessageChangeAllowed: boolean };
  readonly immutableTags: { readonly paths: readonly string[]; readonly allowed: readonly string[] };
  readonly accessFile: string;
  readonly notifications: readonly SvnNotification[];
  /** Undefined where the server does not know it. */
  readonly hasDefaultPermissions: boolean | undefined;
  /** Settings that we don't know, as they were read: they go back unchanged with every update. */
  readonly others: Readonly<Record<string, unknown>>;
}

interface SvnNotification {
  readonly path: string;
  readonly emails: readonly string[];
  readonly userIds: readonly number[];
  readonly groupIds: readonly string[];
}

export interface SvnRepository {
  readonly id: number;
  readonly name: string | undefined;
  /** Where it is checked out from. */
  readonly address: string | undefined;
  /** Undefined for those who may not see them. */
  readonly settings: SvnSettings | undefined;
}
