// What a form is about. Site and account are part of it: the same number means something else elsewhere.

export type Subject = {
  readonly siteApi: string;
  /** Undefined for someone who is not signed in. */
  readonly accountId: string | undefined;
} & (
  | { readonly kind: "artifact"; readonly artifactId: number }
  /** Something that is not there yet; `key` tells several of them apart. */
  | { readonly kind: "new"; readonly trackerId: number; readonly key: string }
  /** The settings of a Subversion repository. */
  | { readonly kind: "svn"; readonly repositoryId: number; readonly projectId: number }
  | { readonly kind: "newSvn"; readonly projectId: number; readonly key: string }
);

export type SvnSubject = Extract<Subject, { kind: "svn" | "newSvn" }>;
export type ArtifactSubject = Exclude<Subject, SvnSubject>;

export function isSvnSubject(subject: Subject): subject is SvnSubject {
  return subject.kind === "svn" || subject.kind === "newSvn";
}

function nameOf(subject: Subject): string {
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

/** One line that stands for a subject wherever a key is needed. */
export function subjectKey(subject: Subject): string {
  return `${subject.siteApi} ${subject.accountId ?? "anonymous"} ${nameOf(subject)}`;
}

export function isNewSubject({ kind }: Subject): boolean {
  return kind === "new" || kind === "newSvn";
}

/** What something new has become, by the id that the server gave it. */
export function createdSubject(subject: Subject, id: number): Subject {
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

const numbers: Readonly<Record<Subject["kind"], readonly string[]>> = {
  artifact: ["artifactId"],
  new: ["trackerId"],
  svn: ["repositoryId", "projectId"],
  newSvn: ["projectId"],
};

/** For what was kept by someone else: whether it names a subject at all. */
export function isSubject(value: unknown): value is Subject {
  if (typeof value !== "object" || value === null) return false;
  const members = value as Readonly<Record<string, unknown>>;
  const { siteApi, accountId, kind, key } = members;
  const hasOwner = typeof siteApi === "string" && (accountId === undefined || typeof accountId === "string");
  if (!hasOwner || typeof kind !== "string" || !Object.hasOwn(numbers, kind)) return false;
  const known = value as Subject;
  const isNamed = !isNewSubject(known) || typeof key === "string";
  return isNamed && numbers[known.kind].every((name) => Number.isSafeInteger(members[name]));
}
