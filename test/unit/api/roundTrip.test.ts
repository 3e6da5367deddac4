import assert from "node:assert/strict";
import fc from "fast-check";
import type { FieldEdit, FieldValue } from "../../../src/model/fields/registry.ts";
import type { Tracker } from "../../../src/model/tracker.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { fieldId, valueOf, World } from "../specification/world.ts";

/** The tracker that has every type of field, and an artifact of it. */
const equipmentId = 13;
const artifactId = 49;

// One line: a string field takes no line breaks, and servers trim what stands at the ends.
const line = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
  .map((text) => `x${text.replace(/[\s\p{C}]+/gu, " ")}x`);
const lines = fc.array(line, { minLength: 1, maxLength: 4 }).map((texts) => texts.join("\n"));

interface Edits {
  readonly designation: string;
  readonly notes: string;
  readonly channels: number | undefined;
  readonly range: number | undefined;
  readonly features: readonly string[];
}

const edits: fc.Arbitrary<Edits> = fc.record({
  designation: fc.oneof(line, fc.integer({ min: 0, max: 99_999 }).map(String)),
  notes: lines,
  channels: fc.option(fc.integer({ min: -1000, max: 1000 }), { nil: undefined }),
  range: fc.option(
    fc.integer({ min: -4000, max: 4000 }).map((quarters) => quarters / 4),
    { nil: undefined },
  ),
  features: fc.subarray(["Heated", "Solar", "Radio", "Wired"]),
});

function changesOf(tracker: Tracker, wanted: Edits): readonly (readonly [string, FieldEdit])[] {
  const choices = tracker.fields.find(({ name }) => name === "features")?.choices ?? [];
  return [
    ["designation", { kind: "string", text: wanted.designation }],
    ["notes", { kind: "text", source: wanted.notes, format: "text" }],
    ["channels", { kind: "int", number: wanted.channels }],
    ["range", { kind: "float", number: wanted.range }],
    [
      "features",
      {
        kind: "choices",
        ids: choices.filter(({ label }) => wanted.features.includes(label)).map(({ id }) => id),
      },
    ],
  ];
}

function readable(value: FieldValue | undefined): unknown {
  switch (value?.kind) {
    case "string":
      return value.text;
    case "text":
      return value.source.replaceAll("\r\n", "\n");
    case "int":
    case "float":
      return value.number;
    case "choices":
      return value.chosen.map(({ label }) => label).toSorted();
    default:
      return undefined;
  }
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  for (const format of ["json", "xml"] as const) {
    describe(`what is written as ${format} on the ${dialect} dialect`, () => {
      let server: Simulator;
      let world: World;

      before(async () => {
        server = await startSimulator({ dialect });
        world = new World(server);
      });
      after(async () => {
        await world.close();
        await server.close();
      });

      it("is what is read", async () => {
        const client = world.client({ kind: "accessKey", key: server.accounts.admin.accessKey }, { format });
        const tracker = await client.tracker(equipmentId);
        await fc.assert(
          fc.asyncProperty(edits, async (wanted) => {
            const changes = changesOf(tracker, wanted).map(([name, edit]) => ({
              fieldId: fieldId(tracker, name),
              edit,
            }));
            await client.overwrite(artifactId, { changes });
            const artifact = await client.artifact(artifactId);
            const read = Object.fromEntries(
              Object.keys(wanted).map((name) => [name, readable(valueOf(artifact, fieldId(tracker, name)))]),
            );
            assert.deepEqual(
              { ...read, features: read["features"] ?? [] },
              { ...wanted, features: wanted.features.toSorted() },
            );
          }),
          { numRuns: 60 },
        );
      });
    });
  }
}
