import assert from "node:assert/strict";
import fc from "fast-check";
import type { NewFieldValue, FieldValue } from "../../../src/model/fields/registry.ts";
import type { Tracker } from "../../../src/model/tracker.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { getFieldId, getValue, SpecificationContext } from "../specification/specificationContext.ts";

/** The tracker with every field type, and one of its artifacts. */
const equipmentId = 13;
const artifactId = 49;

// A string field has no line breaks, and servers trim it.
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

const editsArbitrary: fc.Arbitrary<Edits> = fc.record({
  designation: fc.oneof(line, fc.integer({ min: 0, max: 99_999 }).map(String)),
  notes: lines,
  channels: fc.option(fc.integer({ min: -1000, max: 1000 }), { nil: undefined }),
  range: fc.option(
    fc.integer({ min: -4000, max: 4000 }).map((quarters) => quarters / 4),
    { nil: undefined },
  ),
  features: fc.subarray(["Heated", "Solar", "Radio", "Wired"]),
});

function createEdits(tracker: Tracker, edits: Edits): readonly (readonly [string, NewFieldValue])[] {
  const choices = tracker.fields.find(({ name }) => name === "features")?.choices ?? [];
  return [
    ["designation", { kind: "string", text: edits.designation }],
    ["notes", { kind: "text", source: edits.notes, format: "text" }],
    ["channels", { kind: "int", number: edits.channels }],
    ["range", { kind: "float", number: edits.range }],
    [
      "features",
      {
        kind: "choices",
        ids: choices.filter(({ label }) => edits.features.includes(label)).map(({ id }) => id),
      },
    ],
  ];
}

function toComparable(value: FieldValue | undefined): unknown {
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
    describe(`values written as ${format} on the ${dialect} dialect`, () => {
      let server: Simulator;
      let context: SpecificationContext;

      before(async () => {
        server = await startSimulator({ dialect });
        context = new SpecificationContext(server);
      });
      after(async () => {
        await context.close();
        await server.close();
      });

      it("are read back unchanged", async () => {
        const client = context.createClient(
          { kind: "accessKey", key: server.accounts.admin.accessKey },
          { format },
        );
        const tracker = await client.tracker(equipmentId);
        await fc.assert(
          fc.asyncProperty(editsArbitrary, async (edits) => {
            const changes = createEdits(tracker, edits).map(([name, edit]) => ({
              fieldId: getFieldId(tracker, name),
              edit,
            }));
            await client.overwriteArtifact(artifactId, { changes });
            const artifact = await client.artifact(artifactId);
            const read = Object.fromEntries(
              Object.keys(edits).map((name) => [
                name,
                toComparable(getValue(artifact, getFieldId(tracker, name))),
              ]),
            );
            assert.deepEqual(
              { ...read, features: read["features"] ?? [] },
              { ...edits, features: edits.features.toSorted() },
            );
          }),
          { numRuns: 60 },
        );
      });
    });
  }
}
