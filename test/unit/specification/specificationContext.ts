import assert from "node:assert/strict";
import { type Client, type ClientOptions, createClient } from "../../../src/api/client.ts";
import type { Credential } from "../../../src/api/network/credential.ts";
import type { Artifact } from "../../../src/model/artifact.ts";
import type { NewFieldValue, FieldValue } from "../../../src/model/fields/registry.ts";
import type { Tracker } from "../../../src/model/tracker.ts";
import type { Simulator } from "../../simulator/simulator.ts";

/** A statement of the specification and the test that verifies it. */
export interface Statement {
  readonly section: string;
  readonly text: string;
  readonly verify: (context: SpecificationContext) => Promise<void>;
}

/** A server of one dialect and its clients. */
export class SpecificationContext {
  readonly server: Simulator;
  readonly #clients: Client[] = [];

  constructor(server: Simulator) {
    this.server = server;
  }

  get api(): string {
    return `${this.server.url}/api`;
  }

  createClient(credential: Credential | undefined, options: Partial<ClientOptions> = {}): Client {
    const client = createClient({
      api: this.api,
      credential,
      caFile: undefined,
      observe: () => undefined,
      ...options,
    });
    this.#clients.push(client);
    return client;
  }

  /** Can write, and administers the trackers. */
  get admin(): Client {
    return this.createClient({ kind: "accessKey", key: this.server.accounts.admin.accessKey });
  }

  get member(): Client {
    return this.createClient({ kind: "accessKey", key: this.server.accounts.member.accessKey });
  }

  get anonymous(): Client {
    return this.createClient(undefined);
  }

  getLastRequest(): Simulator["requests"][number] {
    return this.server.requests.at(-1) ?? assert.fail("no request was sent");
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
  }
}

/** The public tracker of bugs. */
export const bugsTrackerId = 11;

export function getFieldId(tracker: Tracker, name: string): number {
  return tracker.fields.find((field) => field.name === name)?.id ?? assert.fail(`no field ${name}`);
}

export function getChoiceId(tracker: Tracker, name: string, label: string): number | string {
  const field = tracker.fields.find((each) => each.name === name);
  return field?.choices?.find((choice) => choice.label === label)?.id ?? assert.fail(`no value ${label}`);
}

export function getValue(artifact: Artifact, id: number): FieldValue | undefined {
  const entry = artifact.values.find((each) => each.kind === "entry" && each.fieldId === id);
  return entry?.kind === "entry" ? entry.value : undefined;
}

/** A new bug with the required fields only. */
export async function createBug(client: Client, title = "A bug of the test's own"): Promise<Artifact> {
  const tracker = await client.tracker(bugsTrackerId);
  const edits: readonly (readonly [string, NewFieldValue])[] = [
    ["title", { kind: "string", text: title }],
    ["status", { kind: "choices", ids: [getChoiceId(tracker, "status", "New")] }],
  ];
  const { id } = await client.createArtifact(
    bugsTrackerId,
    edits.map(([name, edit]) => ({ fieldId: getFieldId(tracker, name), edit })),
  );
  return client.artifact(id);
}
