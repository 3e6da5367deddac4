/** A sub-resource that a representation lists, so that clients can go down without knowing addresses. */
interface ResourceLink {
  readonly type: string;
  readonly uri: string;
}

export interface Project {
  readonly kind: "project";
  readonly id: number;
  readonly uri: string;
  readonly label: string;
  readonly shortName: string;
  readonly description: string | undefined;
  readonly access: string | undefined;
  /** Undefined where the server does not tell. */
  readonly isMember: boolean | undefined;
  readonly resources: readonly ResourceLink[];
}
