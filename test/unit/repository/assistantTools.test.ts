import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  parseCommentToolInput,
  parseCreateToolInput,
  parseReadToolInput,
  parseSearchToolInput,
  parseTrackerToolInput,
  parseUpdateToolInput,
} from "../../../src/model/assist/toolInput.ts";
import { toolNames } from "../../../src/protocol/contributions.ts";
import { repositoryRoot as root } from "../../support/repositoryRoot.ts";

interface Schema {
  readonly type: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly string[];
}

interface Manifest {
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, object>> };
    readonly languageModelTools: readonly {
      readonly name: string;
      readonly displayName: string;
      readonly userDescription: string;
      readonly when: string;
      readonly inputSchema: Schema;
    }[];
  };
}

/** A value that matches a schema: with all properties, or only the required ones. */
function createSample(
  { type, properties = {}, required = [], items, enum: words }: Schema,
  extent: "all" | "least",
): unknown {
  switch (type) {
    case "object": {
      const names = extent === "all" ? Object.keys(properties) : required;
      return Object.fromEntries(
        names.map((name) => [name, createSample(properties[name] ?? assert.fail(name), extent)]),
      );
    }
    case "array":
      return [createSample(items ?? assert.fail(), extent)];
    case "integer":
      return 1;
    case "boolean":
      return true;
    default:
      return words?.[0] ?? "text";
  }
}

const checks = {
  [toolNames.search]: parseSearchToolInput,
  [toolNames.tracker]: parseTrackerToolInput,
  [toolNames.read]: parseReadToolInput,
  [toolNames.create]: parseCreateToolInput,
  [toolNames.update]: parseUpdateToolInput,
  [toolNames.comment]: parseCommentToolInput,
} as const;

describe("language model tools in the manifest", () => {
  let contributes: Manifest["contributes"];
  before(async () => {
    ({ contributes } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as Manifest);
  });

  it("are those of protocol/contributions.ts, each disabled until the user enables them", () => {
    const { configuration, languageModelTools } = contributes;
    assert.deepEqual(
      languageModelTools.map(({ name }) => name),
      Object.values(toolNames),
    );
    for (const { name, displayName, userDescription, when } of languageModelTools) {
      assert.equal(when, "config.artifacts.assistants", name);
      assert.ok(displayName.startsWith("%") && userDescription.startsWith("%"), name);
    }
    const setting = configuration.properties["artifacts.assistants"];
    assert.deepEqual(
      { ...setting, order: 0, markdownDescription: "" },
      {
        type: "boolean",
        scope: "application",
        default: false,
        order: 0,
        markdownDescription: "",
      },
    );
  });

  it("have input schemas whose samples are accepted, with all properties and with the required ones only", () => {
    for (const { name, inputSchema } of contributes.languageModelTools) {
      const check = Object.entries(checks).find(([each]) => each === name)?.[1] ?? assert.fail(name);
      for (const extent of ["all", "least"] as const) {
        const input = createSample(inputSchema, extent);
        assert.equal(check(input).kind, "input", JSON.stringify(input));
      }
      for (const missing of inputSchema.required ?? []) {
        const input = { ...(createSample(inputSchema, "all") as object), [missing]: undefined };
        const checked = check(input);
        assert.ok(
          checked.kind === "problem" && checked.problem.path === missing,
          `${name} without ${missing}`,
        );
      }
    }
  });
});
