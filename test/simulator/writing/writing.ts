import type { Json, JsonObject } from "../http/json.ts";
import { Refusal } from "../http/refusal.ts";
import type { Artifact } from "../state/artifact.ts";
import type { Field } from "../state/field.ts";
import type { Group } from "../state/group.ts";
import type { Person, Viewer } from "../state/people.ts";
import type { Project } from "../state/project.ts";
import type { Tracker } from "../state/tracker.ts";
import type { World } from "../state/world.ts";

/** In what a dialect differs when it is written to. */
export interface Manners {
  /** The fields that may be named. */
  readonly fields: (tracker: Tracker, viewer: Viewer) => readonly Field[];
  /** The group that an id of a list value stands for. */
  readonly groupOf: (id: string, field: Field, project: Project) => Group | undefined;
  readonly isLinkType: (type: string, field: Field) => boolean;
  readonly hasWorkflow: boolean;
  /** Whether a right to fields says what a new artifact may be given. */
  readonly hasFieldRights: boolean;
}

/** An artifact being created or updated. */
export interface Writing {
  readonly world: World;
  readonly writer: Person;
  readonly tracker: Tracker;
  /** Undefined while there is none yet. */
  readonly artifact: Artifact | undefined;
  readonly manners: Manners;
  readonly complaints: Complaints;
  /** What has to happen elsewhere once it is stored: links at their other end, files. */
  readonly afterwards: ((artifact: Artifact) => void)[];
}

/** What is wrong with the values, one line each. Some mistakes are noticed without a word. */
export class Complaints {
  readonly #lines: string[] = [];
  #hasSilent = false;

  say(line: string): void {
    this.#lines.push(line);
  }

  silently(): void {
    this.#hasSilent = true;
  }

  /** A creation words them with a level in front, and turns silence into a server error. */
  check(occasion: "create" | "update"): void {
    const level = occasion === "create" ? "error: " : "";
    if (this.#lines.length > 0) {
      throw new Refusal(400, this.#lines.map((line) => `${level}${line}\n`).join(""));
    }
    if (!this.#hasSilent) return;
    if (occasion === "create") throw new Refusal(500, "The artifact could not be created");
    throw new Refusal(400, "Some values do not fit their fields");
  }
}

/** A member of an entry; null is as good as absent. */
export function member(entry: JsonObject, name: string): Exclude<Json, null> | undefined {
  return entry[name] ?? undefined;
}

/** An entry without the member its type needs is refused before any other is looked at. */
export function wrongShape(field: Field, expected: string): Refusal {
  return new Refusal(400, `Field ${field.id} is written as {"field_id": ${field.id}, ${expected}}`);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
