import assert from "node:assert/strict";
import { startSimulator } from "../../simulator/simulator.ts";
import type { Dialect, Simulator } from "../../simulator/simulator.ts";
import { sendRequest, createKeyHeader } from "./sendRequest.ts";

interface Node {
  readonly id: number;
  readonly content: readonly Node[] | null;
}

interface Representation {
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

function collectIds(nodes: readonly Node[]): readonly number[] {
  return nodes.flatMap(({ id, content }) => [id, ...collectIds(content ?? [])]);
}

describe("simulator trackers", () => {
  const simulators = {} as Record<Dialect, Simulator>;
  before(async () => {
    simulators.product = await startSimulator({ dialect: "product" });
    simulators.documented = await startSimulator({ dialect: "documented" });
  });
  after(() => Promise.all([simulators.product.close(), simulators.documented.close()]));

  async function fetchTracker(
    id: number,
    role: "admin" | "member" | "nobody",
    dialect: Dialect = "product",
  ): Promise<Representation> {
    const simulator = simulators[dialect];
    const headers = role === "nobody" ? {} : createKeyHeader(simulator.accounts[role]);
    return (await sendRequest(simulator, `/api/trackers/${id}`, { headers })).data as Representation;
  }

  it("product: have every field type in the equipment tracker", async () => {
    const { fields, structure } = await fetchTracker(13, "admin");
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
      collectIds(structure).toSorted((a, b) => a - b),
      fields.map((field) => field.field_id).toSorted((a, b) => a - b),
    );
  });

  it("product: omit an unreadable field from the fields but not from the structure", async () => {
    const { fields, structure } = await fetchTracker(11, "nobody");
    const fieldIds = new Set(fields.map((field) => field.field_id));
    assert.equal(collectIds(structure).filter((id) => !fieldIds.has(id)).length, 1);
    assert.ok(!fields.some((field) => field.name === "customer"));
  });

  it("product: have permissions of the viewer", async () => {
    const fetchPermissions = async (role: "admin" | "member" | "nobody") => {
      const title = (await fetchTracker(11, role)).fields.find((field) => field.name === "title");
      return [title?.permissions, title?.permissions_for_groups !== null];
    };
    assert.deepEqual(await fetchPermissions("nobody"), [["read"], false]);
    assert.deepEqual(await fetchPermissions("member"), [["read", "update", "create"], false]);
    assert.deepEqual(await fetchPermissions("admin"), [["read", "update", "create"], true]);
  });

  it("product: have choices as a list, as an object, or none", async () => {
    const { fields } = await fetchTracker(13, "member");
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

  it("product: have a workflow with a string flag, which starts without a state", async () => {
    const { workflow } = await fetchTracker(12, "member");
    assert.deepEqual(
      [workflow.is_used, workflow.transitions.length, workflow.transitions[0]?.from_id],
      ["1", 7, null],
    );
    assert.deepEqual((await fetchTracker(11, "member")).workflow.is_used, "");
    assert.deepEqual((await fetchTracker(24, "admin")).semantics, {});
    assert.deepEqual(Object.keys((await fetchTracker(11, "nobody")).semantics), [
      "title",
      "description",
      "status",
      "contributor",
    ]);
  });

  it("documented: have five members, a flat structure, and nine types", async () => {
    const tracker = await fetchTracker(13, "member", "documented");
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

  it("documented: are listed with their structure, whatever representation is requested", async () => {
    const { data } = await sendRequest(
      simulators.documented,
      "/api/projects/102/trackers?representation=minimal&limit=1",
    );
    assert.deepEqual(
      (data as readonly object[]).map((tracker) => Object.keys(tracker).length),
      [5, 5],
    );
  });

  it("documented: lack what only the product has", async () => {
    for (const path of [
      "/version",
      "/users/self",
      "/users/102",
      "/artifacts",
      "/projects/102.json",
      "/nope",
    ]) {
      assert.equal((await sendRequest(simulators.documented, `/api${path}`)).status, 404, path);
    }
    for (const method of ["OPTIONS", "PUT", "DELETE"]) {
      assert.equal(
        (await sendRequest(simulators.documented, "/api/projects", { method })).status,
        404,
        method,
      );
    }
  });

  it("product: belong to projects with unknown resources and an emoji before the name", async () => {
    const { product } = simulators;
    const headers = createKeyHeader(product.accounts.member);
    const project = (await sendRequest(product, "/api/projects/101", { headers })).data as {
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
