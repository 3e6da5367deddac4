import assert from "node:assert/strict";
import type { Dialect, Simulator } from "../../simulator/simulator.ts";
import { sendRequest, getError, sendJson, createKeyHeader } from "./sendRequest.ts";
import { fetchArtifact, fetchTrackerFields, fetchArtifactId } from "./trackerFields.ts";
import { useSimulators } from "./useSimulators.ts";

const xmlHeader = { Accept: "application/xml" };

function send(
  simulator: Simulator,
  method: string,
  path: string,
  body: string,
  headers: Record<string, string> = {},
) {
  return sendRequest(simulator, `/api${path}`, {
    method,
    headers: { ...createKeyHeader(simulator.accounts.admin), "Content-Type": "application/xml", ...headers },
    body,
  });
}

for (const dialect of ["product", "documented"] satisfies Dialect[]) {
  describe(`simulator XML (${dialect})`, () => {
    const start = useSimulators();

    it("creates and updates as JSON does", async () => {
      const simulator = await start({ dialect });
      const trackerFields = await fetchTrackerFields(simulator, 11);
      const choice = trackerFields.getChoiceId("severity", "Major");
      const created = await send(
        simulator,
        "POST",
        "/artifacts",
        `<?xml version="1.0"?>
        <request><tracker><id>11</id></tracker><values>
          <item><field_id>${trackerFields.getFieldId("title")}</field_id><value>Ebb &amp; flow &#x1F30A; <![CDATA[<b>]]></value></item>
          <item><field_id>${trackerFields.getFieldId("severity")}</field_id><bind_value_ids><item>${choice}</item></bind_value_ids></item>
        </values></request>`,
        xmlHeader,
      );
      assert.deepEqual(
        [created.status, created.headers["content-type"]],
        [201, "application/xml; charset=utf-8"],
      );
      const id = Number(/<response><id>(\d+)<\/id>/.exec(created.text)?.[1]);
      const { artifact, entry } = await fetchArtifact(simulator, id);
      assert.equal(artifact.title, "Ebb & flow 🌊 <b>");
      assert.deepEqual(entry(trackerFields.getFieldId("severity"))?.["bind_value_ids"], [choice]);
      const update = `<request><values><item><field_id>${trackerFields.getFieldId("title")}</field_id><value>Slack</value></item></values></request>`;
      assert.equal((await send(simulator, "PUT", `/artifacts/${id}`, update)).status, 200);
      assert.equal((await fetchArtifact(simulator, id)).artifact.title, "Slack");
    });

    it("is used for responses and errors on request, and JSON otherwise", async () => {
      const simulator = await start({ dialect });
      const path = `/api/artifacts/${await fetchArtifactId(simulator, 11)}`;
      const { text, headers } = await sendRequest(simulator, path, { headers: xmlHeader });
      assert.equal(headers["content-type"], "application/xml; charset=utf-8");
      assert.match(text, /^<\?xml version="1.0" encoding="UTF-8"\?>\n<response><id>\d+<\/id>/);
      const invalid = await send(simulator, "PUT", "/artifacts/1", "<request><values>", xmlHeader);
      assert.match(
        invalid.text,
        /<error><code>400<\/code><message>Bad Request: Malformed XML.* line 1<\/message><\/error>/,
      );
      assert.match(
        getError(await send(simulator, "PUT", "/artifacts/1", "<a>\n<b></a>"))[1] ?? "",
        /line 2$/,
      );
    });

    it("can't encode digits as a string, an empty value, or false", async () => {
      const simulator = await start({ dialect });
      const trackerFields = await fetchTrackerFields(simulator, 11);
      const id = await fetchArtifactId(simulator, 11);
      const put = async (values: string) =>
        (await send(simulator, "PUT", `/artifacts/${id}`, `<request>${values}</request>`)).status;
      const title = (value: string) =>
        put(
          `<values><item><field_id>${trackerFields.getFieldId("title")}</field_id><value>${value}</value></item></values>`,
        );
      assert.deepEqual(
        [await title("007"), await title("1e3"), await title(""), await title("false")],
        [400, 400, 400, 400],
      );
      assert.equal(await put("<values/>"), 400);
      const list = (ids: string) =>
        put(
          `<values><item><field_id>${trackerFields.getFieldId("severity")}</field_id>${ids}</item></values>`,
        );
      assert.equal(await list("<bind_value_ids/>"), 400);
      assert.equal(await list("<bind_value_ids><item>100</item></bind_value_ids>"), 200);
    });
  });
}

describe("simulator XML that differs by dialect", () => {
  const start = useSimulators();

  it("product: has lists as repeated siblings, members as attributes, and false decoded as true", async () => {
    const simulator = await start({ dialect: "product" });
    const body = `<any><settings>
      <commit_rules is_reference_mandatory="false"><is_commit_message_change_allowed>true</is_commit_message_change_allowed></commit_rules>
    </settings><project_id>101</project_id><name>from-xml</name></any>`;
    const response = await send(simulator, "POST", "/svn", body);
    assert.equal(response.status, 201);
    assert.partialDeepStrictEqual(response.data, {
      settings: { commit_rules: { is_reference_mandatory: true, is_commit_message_change_allowed: true } },
    });
    const trackerFields = await fetchTrackerFields(simulator, 11);
    const values = ["title", "customer"]
      .map(
        (name) =>
          `<values><field_id>${trackerFields.getFieldId(name)}</field_id><value>of ${name}</value></values>`,
      )
      .join("");
    const id = await fetchArtifactId(simulator, 11);
    assert.equal(
      (await send(simulator, "PUT", `/artifacts/${id}`, `<request>${values}</request>`)).status,
      200,
    );
    const { entry } = await fetchArtifact(simulator, id);
    assert.deepEqual(
      [
        entry(trackerFields.getFieldId("title"))?.["value"],
        entry(trackerFields.getFieldId("customer"))?.["value"],
      ],
      ["of title", "of customer"],
    );
  });

  it("product: is supported by every route", async () => {
    const simulator = await start({ dialect: "product" });
    const headers = { ...createKeyHeader(simulator.accounts.admin), ...xmlHeader };
    for (const path of [
      "/projects",
      "/trackers/13",
      "/trackers/13/artifacts?values=all",
      "/users/self",
      "/svn/2",
      "/nope",
    ]) {
      const { text } = await sendRequest(simulator, `/api${path}`, { headers });
      assert.match(text, /^<\?xml [^>]*>\n<response>.*<\/response>$/s, path);
    }
  });

  it("product: encodes a list of none, one or two differently, and only an empty list as an empty element", async () => {
    const simulator = await start({ dialect: "product" });
    const trackerFields = await fetchTrackerFields(simulator, 13);
    const id = await fetchArtifactId(simulator, 13);
    const lists = { features: [], keeper: [104], watchers: [112, 106] };
    const values: object[] = Object.entries(lists).map(([name, bind_value_ids]) => ({
      field_id: trackerFields.getFieldId(name),
      bind_value_ids,
    }));
    values.push({ field_id: trackerFields.getFieldId("installed"), value: "" });
    await sendJson(simulator, "PUT", `/artifacts/${id}`, { values });
    const { text } = await sendRequest(simulator, `/api/artifacts/${id}.xml`);
    const getElement = (name: string) =>
      new RegExp(
        `<item><field_id>${trackerFields.getFieldId(name)}</field_id>.*?</item><item><field_id>`,
      ).exec(text)?.[0] ?? "";
    assert.match(getElement("features"), /<values\/><bind_value_ids\/>/);
    assert.match(getElement("keeper"), /<bind_value_ids>104<\/bind_value_ids>/);
    assert.match(
      getElement("watchers"),
      /<bind_value_ids><text>112<\/text><text>106<\/text><\/bind_value_ids>/,
    );
    assert.match(getElement("installed"), /<value><\/value>/);
  });

  it("documented: is only supported for artifacts", async () => {
    const simulator = await start({ dialect: "documented" });
    assert.equal((await sendRequest(simulator, "/api/projects", { headers: xmlHeader })).status, 406);
    assert.equal(
      (await send(simulator, "POST", "/svn", "<request><project_id>101</project_id></request>")).status,
      403,
    );
    const headers = { "Content-Type": "application/xml" };
    assert.equal((await sendRequest(simulator, "/api/projects", { headers })).status, 200);
  });
});
