import assert from "node:assert/strict";
import type { Simulator } from "../../simulator/simulator.ts";
import { sendRequest, getError, getItems, sendJson, createKeyHeader } from "./sendRequest.ts";
import { fetchArtifact, fetchTrackerFields, fetchArtifactId } from "./trackerFields.ts";
import type { WireEntry } from "./trackerFields.ts";
import { useSimulators } from "./useSimulators.ts";

interface Representation {
  readonly id: number;
  readonly submitted_by: number;
  readonly submitted_on: string;
  readonly last_comment: {
    readonly body: string;
    readonly post_processed_body: string;
    readonly format: string;
    readonly commonmark?: string;
    readonly ugroups: readonly { readonly label: string }[] | null;
  };
  readonly last_modified_date: string;
  readonly values: readonly WireEntry[];
}

type Role = "admin" | "member" | "outsider";

async function fetchChangesets(simulator: Simulator, id: number, query = "", role: Role = "admin") {
  const headers = createKeyHeader(simulator.accounts[role]);
  const response = await sendRequest(simulator, `/api/artifacts/${id}/changesets${query}`, { headers });
  return {
    ...response,
    history: response.data as readonly Representation[],
    size: Number(response.headers["x-pagination-size"]),
  };
}

function findValue(values: readonly WireEntry[], field: number): unknown {
  return values.find(({ field_id }) => field_id === field)?.["value"];
}

/** Histories have server time, artifacts with a burndown have account time. */
function withTimestamps(values: readonly WireEntry[] | undefined): readonly object[] | undefined {
  const isDate = ({ type }: WireEntry): boolean => ["date", "subon", "lud"].includes(String(type));
  return values?.map((each) => (isDate(each) ? { ...each, value: Date.parse(String(each["value"])) } : each));
}

async function createBug(simulator: Simulator) {
  const trackerFields = await fetchTrackerFields(simulator, 11);
  const field = trackerFields.getFieldId("title");
  const { data } = await sendJson(simulator, "POST", "/artifacts", {
    tracker: { id: 11 },
    values: [{ field_id: field, value: "First" }],
  });
  return { id: (data as { readonly id: number }).id, field, customer: trackerFields.getFieldId("customer") };
}

describe("simulator: the history of an artifact", () => {
  const start = useSimulators();

  it("starts with its creation and has one entry for each write, with the values at that time", async () => {
    const simulator = await start({ dialect: "product" });
    const { id, field } = await createBug(simulator);
    for (const value of ["Second", "Third"]) {
      simulator.clock.advance(60_000);
      simulator.updateArtifact(id, { values: [{ field_id: field, value }] });
    }
    const { history, size } = await fetchChangesets(simulator, id);
    assert.deepEqual(
      [size, ...history.map(({ submitted_by, values }) => [submitted_by, findValue(values, field)])],
      [3, [102, "First"], [103, "Second"], [103, "Third"]],
    );
    assert.deepEqual(
      history.map(({ last_comment }) => last_comment),
      [
        { body: "", post_processed_body: "", format: "text", ugroups: null },
        ...Array.from({ length: 2 }, () => ({
          body: "",
          post_processed_body: "",
          format: "html",
          commonmark: "",
          ugroups: null,
        })),
      ],
    );
  });

  it("has comments as in their format, with scripts removed only in processed text", async () => {
    const simulator = await start({ dialect: "product" });
    const { id } = await createBug(simulator);
    simulator.updateArtifact(id, { values: [], comment: { body: "a < b", format: "text" } });
    simulator.updateArtifact(id, {
      values: [],
      comment: { body: "<b>x</b><script>y</script><i onclick='z()'>w</i>", format: "html" },
    });
    simulator.updateArtifact(id, { values: [], comment: { body: "**bold**", format: "commonmark" } });
    const { history, size } = await fetchChangesets(simulator, id, "?fields=comments");
    assert.equal(size, 4);
    assert.deepEqual(
      history.map(({ last_comment, values }) => [last_comment, values]),
      [
        [{ body: "a < b", post_processed_body: "a &lt; b", format: "text", ugroups: null }, []],
        [
          {
            body: "<b>x</b><script>y</script><i onclick='z()'>w</i>",
            post_processed_body: "<b>x</b><i>w</i>",
            format: "html",
            ugroups: null,
          },
          [],
        ],
        [
          {
            body: "<p><strong>bold</strong></p>\n",
            post_processed_body: "<p><strong>bold</strong></p>\n",
            format: "html",
            commonmark: "**bold**",
            ugroups: null,
          },
          [],
        ],
      ],
    );
  });

  it("is reversed page by page: the first page has the oldest entries in either order", async () => {
    const simulator = await start({ dialect: "product" });
    const { id, field } = await createBug(simulator);
    for (const value of ["2", "3", "4"]) {
      simulator.updateArtifact(id, { values: [{ field_id: field, value }] });
    }
    const titles = async (query: string): Promise<readonly unknown[]> =>
      (await fetchChangesets(simulator, id, query)).history.map(({ values }) => findValue(values, field));
    assert.deepEqual(await titles("?limit=3&order=asc"), ["First", "2", "3"]);
    assert.deepEqual(await titles("?limit=3&order=desc"), ["3", "2", "First"]);
    assert.deepEqual(await titles("?limit=3&offset=3&order=desc"), ["4"]);
    assert.deepEqual(await titles("?limit=3&offset=9"), []);
  });

  it("omits entries without readable content, but counts them", async () => {
    const simulator = await start({ dialect: "product" });
    const { id, customer } = await createBug(simulator);
    simulator.updateArtifact(id, { values: [{ field_id: customer, value: "Port of Brest" }] });
    for (const [role, entries] of [
      ["member", 2],
      ["outsider", 1],
    ] as const) {
      const { history, size } = await fetchChangesets(simulator, id, "", role);
      assert.deepEqual([history.length, size], [entries, 2], role);
    }
  });

  it("shows a private comment only to its groups and to administrators", async () => {
    const simulator = await start({ dialect: "product" });
    const { id } = await createBug(simulator);
    const comment = { body: "Quiet", format: "text" } as const;
    simulator.updateArtifact(id, { values: [], comment: { ...comment, visibleTo: ["members"] } });
    simulator.updateArtifact(id, { values: [], comment: { ...comment, visibleTo: ["administrators"] } });
    const groups = async (role: Role): Promise<readonly unknown[]> =>
      (await fetchChangesets(simulator, id, "?fields=comments", role)).history.map(({ last_comment }) =>
        last_comment.ugroups?.map(({ label }) => label),
      );
    assert.deepEqual(await groups("admin"), [["Project members"], ["Project administrators"]]);
    assert.deepEqual(await groups("member"), [["Project members"]]);
    assert.deepEqual(await groups("outsider"), []);
  });

  it("exists for generated artifacts too, ends with their current values, and continues with writes", async () => {
    const simulator = await start({ dialect: "product" });
    const lengths = new Set<number>();
    const formats = new Set<string>();
    let privateComments = 0;
    for (const tracker of [11, 12, 13, 22, 31]) {
      for (let index = 0; index < 20; index += 1) {
        const id = await fetchArtifactId(simulator, tracker, index);
        const { artifact, headers } = await fetchArtifact(simulator, id);
        const { history, size } = await fetchChangesets(simulator, id);
        const [first, last] = [history[0], history.at(-1)];
        assert.deepEqual(
          withTimestamps(last?.values),
          withTimestamps(artifact.values),
          `${tracker} ${index}`,
        );
        assert.ok(last !== undefined);
        assert.equal(String(Date.parse(last.submitted_on) / 1000), headers["etag"]);
        const dates = history.map(({ submitted_on }) => Date.parse(submitted_on));
        assert.deepEqual(
          dates,
          dates.toSorted((one, other) => one - other),
        );
        assert.deepEqual(first?.last_comment.body, "");
        assert.equal(size, history.length);
        lengths.add(size);
        for (const { last_comment } of history) {
          if (last_comment.body === "") continue;
          formats.add(last_comment.commonmark === undefined ? last_comment.format : "commonmark");
          if (last_comment.ugroups !== null) privateComments += 1;
        }
      }
    }
    assert.deepEqual(lengths, new Set([1, 2, 3, 4, 5]));
    assert.deepEqual(formats, new Set(["commonmark", "html", "text"]));
    assert.ok(privateComments > 0);

    const id = await fetchArtifactId(simulator, 11);
    const before = await fetchChangesets(simulator, id);
    simulator.updateArtifact(id, { values: [], comment: { body: "One more", format: "text" } });
    const after = await fetchChangesets(simulator, id);
    assert.deepEqual(
      after.history.slice(0, -1).map((each) => each.id),
      before.history.map((each) => each.id),
    );
    assert.equal(after.history.at(-1)?.last_comment.body, "One more");
    assert.ok((after.history.at(-1)?.id ?? 0) > (before.history.at(-1)?.id ?? 0));
  });

  it("has the current reverse links and last author in every entry", async () => {
    const simulator = await start({ dialect: "product" });
    const { id } = await createBug(simulator);
    const other = await createBug(simulator);
    const links = (await fetchTrackerFields(simulator, 11)).getFieldId("related");
    simulator.updateArtifact(other.id, { values: [{ field_id: links, links: [{ id }] }] });
    simulator.updateArtifact(id, { values: [], comment: { body: "Seen", format: "text" } });
    const { history } = await fetchChangesets(simulator, id);
    const lastAuthorField = (await fetchTrackerFields(simulator, 11)).getFieldId("last_update_by");
    assert.equal((findValue(history[0]?.values ?? [], lastAuthorField) as { readonly id: number }).id, 103);
    const reverse = history[0]?.values.find(({ field_id }) => field_id === links)?.["reverse_links"];
    assert.deepEqual(
      (reverse as readonly { readonly id: number }[]).map((link) => link.id),
      [other.id],
    );
  });

  it("rejects invalid parameters, and requires permission to read the artifact", async () => {
    const simulator = await start({ dialect: "product" });
    const id = await fetchArtifactId(simulator, 11);
    for (const query of ["?limit=51", "?limit=0", "?fields=nope", "?order=sideways", "?offset=-1"]) {
      assert.equal((await fetchChangesets(simulator, id, query)).status, 400, query);
    }
    assert.equal((await fetchChangesets(simulator, 9_999_999)).status, 404);
    assert.equal(
      (await fetchChangesets(simulator, await fetchArtifactId(simulator, 22), "", "outsider")).status,
      403,
    );
    const deletedId = await fetchArtifactId(simulator, 11, 3);
    simulator.deleteArtifact(deletedId);
    assert.deepEqual(getError(await fetchChangesets(simulator, deletedId)), [404, "Not Found"]);
  });

  it("is generated on demand for any of 10,000 artifacts", async () => {
    const simulator = await start({ dialect: "product", artifacts: 10_000 });
    const headers = createKeyHeader(simulator.accounts.admin);
    const page = await sendRequest(simulator, "/api/trackers/11/artifacts?limit=1&offset=9999", { headers });
    const id = getItems(page)[0]?.id ?? 0;
    const { history } = await fetchChangesets(simulator, id);
    assert.deepEqual(history.at(-1)?.values, (await fetchArtifact(simulator, id)).artifact.values);
  });

  it("documented: doesn't exist", async () => {
    const simulator = await start({ dialect: "documented" });
    const { status } = await fetchChangesets(simulator, await fetchArtifactId(simulator, 11));
    assert.equal(status, 404);
  });
});
