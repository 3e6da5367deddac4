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
  /** What the project announces besides what every project has. */
  readonly extraResources: readonly string[];
  /** What it plans with: the tracker of its milestones and those that fill them. */
  readonly planning?: {
    readonly milestones: { readonly id: number; readonly label: string; readonly color: string };
    readonly backlog: readonly number[];
  };
}

export function labelOf(project: Project): string {
  return project.icon === "" ? project.name : `${project.icon} ${project.name}`;
}
