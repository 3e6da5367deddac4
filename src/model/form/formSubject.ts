// What a form is about. Includes site and account because ids are only unique within a site.

export type FormSubject = {
  readonly siteApi: string;
  /** Undefined if not signed in. */
  readonly accountId: string | undefined;
} & (
  | { readonly kind: "artifact"; readonly artifactId: number }
  /** `key` distinguishes several new artifacts. */
  | { readonly kind: "new"; readonly trackerId: number; readonly key: string }
  | { readonly kind: "svn"; readonly repositoryId: number; readonly projectId: number }
  | { readonly kind: "newSvn"; readonly projectId: number; readonly key: string }
);

export type SvnFormSubject = Extract<FormSubject, { kind: "svn" | "newSvn" }>;
export type ArtifactFormSubject = Exclude<FormSubject, SvnFormSubject>;

export function isSvnSubject(subject: FormSubject): subject is SvnFormSubject {
  return subject.kind === "svn" || subject.kind === "newSvn";
}

function toSubjectName(subject: FormSubject): string {
  switch (subject.kind) {
    case "artifact":
      return `artifact ${subject.artifactId}`;
    case "new":
      return `new ${subject.trackerId} ${subject.key}`;
    case "svn":
      return `svn ${subject.repositoryId}`;
    case "newSvn":
      return `newSvn ${subject.projectId} ${subject.key}`;
  }
}

/** Unique key of a subject. */
export function subjectKey(subject: FormSubject): string {
  return `${subject.siteApi} ${subject.accountId ?? "anonymous"} ${toSubjectName(subject)}`;
}

export function isNewSubject({ kind }: FormSubject): boolean {
  return kind === "new" || kind === "newSvn";
}

/** The subject after creation, with the id from the server. */
export function toCreatedSubject(subject: FormSubject, id: number): FormSubject {
  const { siteApi, accountId } = subject;
  switch (subject.kind) {
    case "new":
      return { kind: "artifact", siteApi, accountId, artifactId: id };
    case "newSvn":
      return { kind: "svn", siteApi, accountId, repositoryId: id, projectId: subject.projectId };
    case "artifact":
    case "svn":
      return subject;
  }
}

const idMembers: Readonly<Record<FormSubject["kind"], readonly string[]>> = {
  artifact: ["artifactId"],
  new: ["trackerId"],
  svn: ["repositoryId", "projectId"],
  newSvn: ["projectId"],
};

/** Validates stored data. */
export function isSubject(value: unknown): value is FormSubject {
  if (typeof value !== "object" || value === null) return false;
  const members = value as Readonly<Record<string, unknown>>;
  const { siteApi, accountId, kind, key } = members;
  const hasAccount =
    typeof siteApi === "string" && (accountId === undefined || typeof accountId === "string");
  if (!hasAccount || typeof kind !== "string" || !Object.hasOwn(idMembers, kind)) return false;
  const subject = value as FormSubject;
  const hasKey = !isNewSubject(subject) || typeof key === "string";
  return hasKey && idMembers[subject.kind].every((name) => Number.isSafeInteger(members[name]));
}
