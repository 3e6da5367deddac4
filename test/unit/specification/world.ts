import assert from "node:assert/strict";
import { type Client, type ClientOptions, createClient } from "../../../src/api/client.ts";
import type { Credential } from "../../../src/api/network/credential.ts";
import type { Artifact } from "../../../src/model/artifact.ts";
import type { FieldEdit, FieldValue } from "../../../src/model/fields/registry.ts";
import type { Tracker } from "../../../src/model/tracker.ts";
import type { Simulator } from "../../simulator/simulator.ts";

/** A statement of the specification, and the test that shows that it holds. */
export interface Statement {
  readonly section: string;
  readonly says: string;
  readonly holds: (world: World) => Promise<void>;
}

/** A server of one dialect and clients to hold it against. */
export class World {
  readonly server: Simulator;
  readonly #clients: Client[] = [];

  constructor(server: Simulator) {
    this.server = server;
  }

  get api(): string {
    return `${this.server.url}/api`;
  }

  client(credential: Credential | undefined, options: Partial<ClientOptions> = {}): Client {
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

  /** Someone who may write, and administrates the trackers. */
  get admin(): Client {
    return this.client({ kind: "accessKey", key: this.server.accounts.admin.accessKey });
  }

  get member(): Client {
    return this.client({ kind: "accessKey", key: this.server.accounts.member.accessKey });
  }

  get anonymous(): Client {
    return this.client(undefined);
  }

  lastRequest(): Simulator["requests"][number] {
    return this.server.requests.at(-1) ?? assert.fail("nothing was asked");
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
  }
}

/** The tracker of bugs, public, and its fields by name. */
export const bugsId = 11;

export function fieldId(tracker: Tracker, name: string): number {
  return tracker.fields.find((field) => field.name === name)?.id ?? assert.fail(`no field ${name}`);
}

export function choiceId(tracker: Tracker, name: string, label: string): number | string {
  const field = tracker.fields.find((each) => each.name === name);
  return field?.choices?.find((choice) => choice.label === label)?.id ?? assert.fail(`no value ${label}`);
}

export function valueOf(artifact: Artifact, id: number): FieldValue | undefined {
  const entry = artifact.values.find((each) => each.kind === "entry" && each.fieldId === id);
  return entry?.kind === "entry" ? entry.value : undefined;
}

/** A new bug with the least that its tracker wants. */
export async function newBug(client: Client, title = "A bug of the test's own"): Promise<Artifact> {
  const tracker = await client.tracker(bugsId);
  const edits: readonly (readonly [string, FieldEdit])[] = [
    ["title", { kind: "string", text: title }],
    ["status", { kind: "choices", ids: [choiceId(tracker, "status", "New")] }],
  ];
  const { id } = await client.create(
    bugsId,
    edits.map(([name, edit]) => ({ fieldId: fieldId(tracker, name), edit })),
  );
  return client.artifact(id);
}
