export interface Project {
  readonly id: number;
  readonly shortname: string;
  readonly name: string;
  /** An emoji, or "" for most projects. */
  readonly icon: string;
  readonly access: "public" | "private";
  readonly status: "active" | "suspended";
  readonly description: string;
  readonly members: ReadonlySet<number>;
  readonly administrators: ReadonlySet<number>;
  /** Resources in addition to those that every project has. */
  readonly extraResources: readonly string[];
}

export function getProjectLabel(project: Project): string {
  return project.icon === "" ? project.name : `${project.icon} ${project.name}`;
}
