import assert from "node:assert/strict";
import { startSimulator } from "../../simulator/simulator.ts";
import type { Dialect, Simulator } from "../../simulator/simulator.ts";
import { ask, withKey } from "./asking.ts";

interface Node {
  readonly id: number;
  readonly content: readonly Node[] | null;
}

interface Told {
  readonly fields: readonly {
    readonly field_id: number;
    readonly name: string;
    readonly type: string;
    readonly permissions: readonly string[];
    readonly permissions_for_groups: unknown;
    readonly values: unknown;
  }[];
  readonly structure: readonly Node[];
  readonly semantics: Readonly<Record<string, unknown>>;
  readonly workflow: {
    readonly is_used: string;
    readonly transitions: readonly { readonly from_id: number | null }[];
  };
}

function idsOf(nodes: readonly Node[]): readonly number[] {
  return nodes.flatMap(({ id, content }) => [id, ...idsOf(content ?? [])]);
}

describe("simulator: trackers", () => {
  const simulators = {} as Record<Dialect, Simulator>;
  before(async () => {
    simulators.product = await startSimulator({ dialect: "product" });
    simulators.documented = await startSimulator({ dialect: "documented" });
  });
  after(() => Promise.all([simulators.product.close(), simulators.documented.close()]));

  async function read(
    id: number,
    role: "admin" | "member" | "nobody",
    dialect: Dialect = "product",
  ): Promise<Told> {
    const simulator = simulators[dialect];
    const headers = role === "nobody" ? {} : withKey(simulator.accounts[role]);
    return (await ask(simulator, `/api/trackers/${id}`, { headers })).data as Told;
  }

  it("product: one has every type of field", async () => {
    const { fields, structure } = await read(13, "admin");
    assert.deepEqual([...new Set(fields.map((field) => field.type))].toSorted(), [
      "aid",
      "art_link",
      "atid",
      "burndown",
      "cb",
      "column",
      "computed",
      "cross",
      "date",
      "fieldset",
      "file",
      "float",
      "int",
      "linebreak",
      "luby",
      "lud",
      "msb",
      "perm",
      "priority",
      "rb",
      "sb",
      "separator",
      "staticrichtext",
      "string",
      "subby",
      "subon",
      "tbl",
      "text",
      "tide_curve",
      "ttmstepdef",
    ]);
    assert.deepEqual(
      idsOf(structure).toSorted((a, b) => a - b),
      fields.map((field) => field.field_id).toSorted((a, b) => a - b),
    );
  });

  it("product: an unreadable field is missing from the fields but not from the structure", async () => {
    const { fields, structure } = await read(11, "nobody");
    const known = new Set(fields.map((field) => field.field_id));
    assert.equal(idsOf(structure).filter((id) => !known.has(id)).length, 1);
    assert.ok(!fields.some((field) => field.name === "customer"));
  });

  it("product: rights depend on who asks", async () => {
    const rights = async (role: "admin" | "member" | "nobody") => {
      const title = (await read(11, role)).fields.find((field) => field.name === "title");
      return [title?.permissions, title?.permissions_for_groups !== null];
    };
    assert.deepEqual(await rights("nobody"), [["read"], false]);
    assert.deepEqual(await rights("member"), [["read", "update", "create"], false]);
    assert.deepEqual(await rights("admin"), [["read", "update", "create"], true]);
  });

  it("product: choices come as a list, as an object, or not at all", async () => {
    const { fields } = await read(13, "member");
    const values = (name: string) => fields.find((field) => field.name === name)?.values;
    assert.deepEqual(values("visitors"), { resource: { type: "users", uri: "users/?query=" } });
    assert.deepEqual(values("watchers"), []);
    assert.equal(values("designation"), null);
    assert.ok(
      (values("features") as readonly { readonly is_hidden: boolean }[]).some((choice) => choice.is_hidden),
    );
    assert.deepEqual(
      (values("owner_group") as readonly { readonly ugroup_reference: { readonly id: string } }[]).map(
        (each) => each.ugroup_reference.id,
      ),
      ["102_3", "102_4", "2", "102_14"],
    );
  });

  it("product: a workflow says so in a string, and starts from nothing", async () => {
    const { workflow } = await read(12, "member");
    assert.deepEqual(
      [workflow.is_used, workflow.transitions.length, workflow.transitions[0]?.from_id],
      ["1", 7, null],
    );
    assert.deepEqual((await read(11, "member")).workflow.is_used, "");
    assert.deepEqual((await read(24, "admin")).semantics, {});
    assert.deepEqual(Object.keys((await read(11, "nobody")).semantics), [
      "title",
      "description",
      "status",
      "contributor",
    ]);
  });

  it("documented: has five members, a flat structure, and nine types", async () => {
    const tracker = await read(13, "member", "documented");
    assert.deepEqual(Object.keys(tracker), ["id", "uri", "label", "fields", "structure"]);
    assert.deepEqual(Object.keys(tracker.fields[0] ?? {}), [
      "field_id",
      "name",
      "label",
      "type",
      "required",
      "values",
    ]);
    assert.deepEqual([...new Set(tracker.fields.map((field) => field.type))].toSorted(), [
      "art_link",
      "date",
      "file",
      "float",
      "int",
      "msb",
      "sb",
      "string",
      "text",
    ]);
    assert.deepEqual(
      tracker.structure,
      tracker.fields.map((field) => ({ id: field.field_id, content: null })),
    );
  });

  it("documented: lists trackers with their structure, whatever representation is asked for", async () => {
    const { data } = await ask(
      simulators.documented,
      "/api/projects/102/trackers?representation=minimal&limit=1",
    );
    assert.deepEqual(
      (data as readonly object[]).map((tracker) => Object.keys(tracker).length),
      [5, 5],
    );
  });

  it("documented: has nothing of what only the product has", async () => {
    for (const path of [
      "/version",
      "/users/self",
      "/users/102",
      "/artifacts",
      "/projects/102.json",
      "/nope",
    ]) {
      assert.equal((await ask(simulators.documented, `/api${path}`)).status, 404, path);
    }
    for (const method of ["OPTIONS", "PUT", "DELETE"]) {
      assert.equal((await ask(simulators.documented, "/api/projects", { method })).status, 404, method);
    }
  });

  it("product: a project announces resources of kinds that nobody knows, and an emoji before its name", async () => {
    const { product } = simulators;
    const headers = withKey(product.accounts.member);
    const project = (await ask(product, "/api/projects/101", { headers })).data as {
      readonly label: string;
      readonly icon: string;
      readonly label_without_icon: string;
      readonly resources: readonly { readonly type: string }[];
    };
    assert.equal(project.label, `${project.icon} ${project.label_without_icon}`);
    assert.deepEqual(
      project.resources
        .map((resource) => resource.type)
        .filter((type) => ["trackers", "svn", "tide_tables"].includes(type)),
      ["trackers", "svn", "tide_tables"],
    );
  });
});
