/** What a list of artifacts tells about one of them. */
export interface ArtifactRow {
  readonly kind: "artifact";
  readonly id: number;
  readonly uri: string;
  /** Undefined where the tracker has no title field, or hides it. */
  readonly title: string | undefined;
  readonly status: string | undefined;
  /** Undefined where the server does not tell. */
  readonly isOpen: boolean | undefined;
  /** Address of its web page on its site, where the server tells it. */
  readonly page: string | undefined;
  readonly assignees: readonly string[];
  readonly submittedBy: string | undefined;
  readonly submittedOn: string | undefined;
  readonly modifiedOn: string | undefined;
}

/** The form in which texts and commit messages refer to an artifact of any tracker. */
export function reference(artifactId: number): string {
  return `art #${artifactId}`;
}

/** Where a site shows the artifact to people: what the server said, else the platform's fixed form. */
export function artifactPage(artifactId: number, page: string | undefined): string {
  return page ?? `plugins/tracker/?aid=${artifactId}`;
}
