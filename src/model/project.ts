/** A sub-resource listed by the server. */
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
  /** Undefined if the server doesn't report it. */
  readonly isMember: boolean | undefined;
  readonly resources: readonly ResourceLink[];
  /** Whether artifacts are planned in milestones. */
  readonly hasMilestones: boolean;
}

/** Labels of projects begin with their icons, but not in every response. */
export function removeProjectIcon(label: string): string {
  return label.replace(/^[^\p{L}\p{N}]+/u, "");
}
