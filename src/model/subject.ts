// What a form is about. Site and account are part of it: the same number means something else elsewhere.

export type Subject = {
  readonly siteApi: string;
  /** Undefined for someone who is not signed in. */
  readonly accountId: string | undefined;
} & (
  | { readonly kind: "artifact"; readonly artifactId: number }
  /** Something that is not there yet; `key` tells several of them apart. */
  | { readonly kind: "new"; readonly trackerId: number; readonly key: string }
);

/** One line that stands for a subject wherever a key is needed. */
export function subjectKey(subject: Subject): string {
  const what =
    subject.kind === "artifact"
      ? `artifact ${subject.artifactId}`
      : `new ${subject.trackerId} ${subject.key}`;
  return `${subject.siteApi} ${subject.accountId ?? "anonymous"} ${what}`;
}

/** For what was kept by someone else: whether it names a subject at all. */
export function isSubject(value: unknown): value is Subject {
  if (typeof value !== "object" || value === null) return false;
  const { siteApi, accountId, kind, artifactId, trackerId, key } = value as Readonly<Record<string, unknown>>;
  const hasOwner = typeof siteApi === "string" && (accountId === undefined || typeof accountId === "string");
  if (!hasOwner) return false;
  return kind === "artifact"
    ? Number.isSafeInteger(artifactId)
    : kind === "new" && Number.isSafeInteger(trackerId) && typeof key === "string";
}
