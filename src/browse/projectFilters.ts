import { cleanLine } from "../model/displayText.ts";
import type { Project } from "../model/project.ts";

/** What a person is looking for among all projects of a site, and how far to look before asking again. */
export interface ProjectFilter {
  readonly text: string;
  readonly enoughMatches: number;
  readonly enoughLookedAt: number;
}

// Servers can't search projects by name, so their list is read and searched here, some pages at a time.
const matchesAtATime = 50;
const lookedAtATime = 500;

export class ProjectFilters {
  readonly #bySite = new Map<string, ProjectFilter>();

  of(siteApi: string): ProjectFilter | undefined {
    return this.#bySite.get(siteApi);
  }

  /** An empty text ends the filtering. */
  set(siteApi: string, text: string): void {
    const wanted = cleanLine(text);
    if (wanted === "") {
      this.#bySite.delete(siteApi);
      return;
    }
    this.#bySite.set(siteApi, {
      text: wanted,
      enoughMatches: matchesAtATime,
      enoughLookedAt: lookedAtATime,
    });
  }

  /** The person wants more than what was found among `lookedAt` projects. */
  extend(siteApi: string, { text, enoughMatches }: ProjectFilter, lookedAt: number): void {
    this.#bySite.set(siteApi, {
      text,
      enoughMatches: enoughMatches + matchesAtATime,
      enoughLookedAt: lookedAt + lookedAtATime,
    });
  }
}

export function admits(filter: ProjectFilter | undefined, { label, shortName }: Project): boolean {
  if (filter === undefined) return true;
  const wanted = filter.text.toLocaleLowerCase();
  return [label, shortName].some((name) => name.toLocaleLowerCase().includes(wanted));
}
