import type { Group } from "../state/group.ts";
import type { Project } from "../state/project.ts";
import type { Tracker } from "../state/tracker.ts";

export interface CardwallColumn {
  readonly id: number;
  readonly label: string;
  /** `#RRGGBB` or the name of a color. */
  readonly color: string;
}

export interface Cardwall {
  readonly columns: readonly CardwallColumn[];
  /** The columns of status values, of any tracker. */
  readonly columnIds: ReadonlyMap<number, number>;
}

/** Which artifacts are milestones, and which ones are planned in them. */
export interface Planning {
  readonly id: number;
  readonly label: string;
  readonly project: Project;
  readonly milestoneTracker: Tracker;
  readonly backlogTrackers: readonly Tracker[];
  /** Who can plan and order items. */
  readonly priorityChangers: Group;
  readonly cardwall?: Cardwall;
}

export class Plannings {
  readonly #plannings: Planning[] = [];
  /** Ids of the artifacts in the backlogs of projects that only have what was added to them. */
  readonly #explicitBacklogs = new Map<Project, Set<number>>();

  /** Replaces the plannings of a project. */
  set(project: Project, plannings: readonly Planning[], explicitBacklog?: readonly number[]): void {
    const others = this.#plannings.filter((planning) => planning.project !== project);
    this.#plannings.splice(0, Infinity, ...others, ...plannings);
    if (explicitBacklog !== undefined) this.#explicitBacklogs.set(project, new Set(explicitBacklog));
  }

  list(project: Project): readonly Planning[] {
    return this.#plannings.filter((planning) => planning.project === project);
  }

  find(id: number): Planning | undefined {
    return this.#plannings.find((planning) => planning.id === id);
  }

  findByMilestones(tracker: Tracker): Planning | undefined {
    return this.#plannings.find(({ milestoneTracker }) => milestoneTracker === tracker);
  }

  /** The planning whose milestones are below no other ones. */
  getRoot(project: Project): Planning | undefined {
    return this.list(project).find((planning) => this.getParent(planning) === undefined);
  }

  getParent({ project, milestoneTracker }: Planning): Planning | undefined {
    return this.list(project).find((each) => each.milestoneTracker.id === milestoneTracker.parentId);
  }

  getChild({ project, milestoneTracker }: Planning): Planning | undefined {
    return this.list(project).find((each) => each.milestoneTracker.parentId === milestoneTracker.id);
  }

  /** `undefined` if the backlog of the project is everything that is open and not planned. */
  getExplicitBacklog(project: Project): Set<number> | undefined {
    return this.#explicitBacklogs.get(project);
  }
}
