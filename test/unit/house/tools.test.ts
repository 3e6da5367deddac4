import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  commentRequest,
  createRequest,
  readRequest,
  searchRequest,
  trackerRequest,
  updateRequest,
} from "../../../src/model/assist/request.ts";
import { tools } from "../../../src/protocol/contributions.ts";
import { repository as root } from "../../support/repository.ts";

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

/** Something that meets a schema: all of it, or only what it asks for. */
function sample(
  { type, properties = {}, required = [], items, enum: words }: Schema,
  how: "all" | "least",
): unknown {
  switch (type) {
    case "object": {
      const names = how === "all" ? Object.keys(properties) : required;
      return Object.fromEntries(
        names.map((name) => [name, sample(properties[name] ?? assert.fail(name), how)]),
      );
    }
    case "array":
      return [sample(items ?? assert.fail(), how)];
    case "integer":
      return 1;
    case "boolean":
      return true;
    default:
      return words?.[0] ?? "text";
  }
}

const checks = {
  [tools.search]: searchRequest,
  [tools.explain]: trackerRequest,
  [tools.read]: readRequest,
  [tools.create]: createRequest,
  [tools.update]: updateRequest,
  [tools.comment]: commentRequest,
} as const;

describe("the tools for assistants in the manifest", () => {
  let contributes: Manifest["contributes"];
  before(async () => {
    ({ contributes } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as Manifest);
  });

  it("are those of protocol/tools.ts, each of them off until the person switches them on", () => {
    const { configuration, languageModelTools } = contributes;
    assert.deepEqual(
      languageModelTools.map(({ name }) => name),
      Object.values(tools),
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

  it("describe input that is taken, in full and with no more than they ask for", () => {
    for (const { name, inputSchema } of contributes.languageModelTools) {
      const check = Object.entries(checks).find(([each]) => each === name)?.[1] ?? assert.fail(name);
      for (const how of ["all", "least"] as const) {
        const input = sample(inputSchema, how);
        assert.equal(check(input).kind, "request", JSON.stringify(input));
      }
      for (const missing of inputSchema.required ?? []) {
        const input = { ...(sample(inputSchema, "all") as object), [missing]: undefined };
        const checked = check(input);
        assert.ok(checked.kind === "flaw" && checked.flaw.member === missing, `${name} without ${missing}`);
      }
    }
  });
});
