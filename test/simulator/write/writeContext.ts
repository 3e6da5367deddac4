import type { Json, JsonObject } from "../http/json.ts";
import { HttpError } from "../http/httpError.ts";
import type { Artifact } from "../state/artifact.ts";
import type { Field } from "../state/field.ts";
import type { Group } from "../state/group.ts";
import type { User, Viewer } from "../state/user.ts";
import type { Project } from "../state/project.ts";
import type { Tracker } from "../state/tracker.ts";
import type { ServerState } from "../state/serverState.ts";

/** The differences between dialects in writing. */
export interface WriteRules {
  /** The fields that can be written. */
  readonly getFields: (tracker: Tracker, viewer: Viewer) => readonly Field[];
  /** The group with this list value id. */
  readonly findGroup: (id: string, field: Field, project: Project) => Group | undefined;
  readonly isLinkType: (type: string, field: Field) => boolean;
  readonly hasWorkflow: boolean;
  /** Whether submit permissions of fields apply to new artifacts. */
  readonly hasFieldPermissions: boolean;
}

/** An artifact being created or updated. */
export interface WriteContext {
  readonly server: ServerState;
  readonly user: User;
  readonly tracker: Tracker;
  /** `undefined` while it is being created. */
  readonly artifact: Artifact | undefined;
  readonly rules: WriteRules;
  readonly errors: ValidationErrors;
  /** Changes elsewhere after it is stored: reverse links, files. */
  readonly afterWrite: ((artifact: Artifact) => void)[];
}

/** Validation errors, one line each. Some have no message. */
export class ValidationErrors {
  readonly #lines: string[] = [];
  #hasUnexplained = false;

  add(line: string): void {
    this.#lines.push(line);
  }

  addUnexplained(): void {
    this.#hasUnexplained = true;
  }

  /** A creation prefixes the messages with a level, and fails with a server error if there is no message. */
  throwIfAny(operation: "create" | "update"): void {
    const level = operation === "create" ? "error: " : "";
    if (this.#lines.length > 0) {
      throw new HttpError(400, this.#lines.map((line) => `${level}${line}\n`).join(""));
    }
    if (!this.#hasUnexplained) return;
    if (operation === "create") throw new HttpError(500, "The artifact could not be created");
    throw new HttpError(400, "Some values do not fit their fields");
  }
}

/** A member of an entry; null is treated as missing. */
export function getMember(entry: JsonObject, name: string): Exclude<Json, null> | undefined {
  return entry[name] ?? undefined;
}

/** An entry without the member that its type needs is an error, before other entries are validated. */
export function createFormatError(field: Field, expected: string): HttpError {
  return new HttpError(400, `Field ${field.id} is written as {"field_id": ${field.id}, ${expected}}`);
}

export function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
