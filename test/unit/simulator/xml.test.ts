import assert from "node:assert/strict";
import type { Dialect, Simulator } from "../../simulator/simulator.ts";
import { ask, problem, tell, withKey } from "./asking.ts";
import { artifactAt, formOf, idIn } from "./form.ts";
import { perTest } from "./perTest.ts";

const asXml = { Accept: "application/xml" };

function send(
  simulator: Simulator,
  method: string,
  path: string,
  body: string,
  headers: Record<string, string> = {},
) {
  return ask(simulator, `/api${path}`, {
    method,
    headers: { ...withKey(simulator.accounts.admin), "Content-Type": "application/xml", ...headers },
    body,
  });
}

for (const dialect of ["product", "documented"] satisfies Dialect[]) {
  describe(`simulator: XML (${dialect})`, () => {
    const start = perTest();

    it("creates and updates as JSON would", async () => {
      const simulator = await start({ dialect });
      const form = await formOf(simulator, 11);
      const choice = form.choice("severity", "Major");
      const created = await send(
        simulator,
        "POST",
        "/artifacts",
        `<?xml version="1.0"?>
        <request><tracker><id>11</id></tracker><values>
          <item><field_id>${form.id("title")}</field_id><value>Ebb &amp; flow &#x1F30A; <![CDATA[<b>]]></value></item>
          <item><field_id>${form.id("severity")}</field_id><bind_value_ids><item>${choice}</item></bind_value_ids></item>
        </values></request>`,
        asXml,
      );
      assert.deepEqual(
        [created.status, created.headers["content-type"]],
        [201, "application/xml; charset=utf-8"],
      );
      const id = Number(/<response><id>(\d+)<\/id>/.exec(created.text)?.[1]);
      const { artifact, entry } = await artifactAt(simulator, id);
      assert.equal(artifact.title, "Ebb & flow 🌊 <b>");
      assert.deepEqual(entry(form.id("severity"))?.["bind_value_ids"], [choice]);
      const update = `<request><values><item><field_id>${form.id("title")}</field_id><value>Slack</value></item></values></request>`;
      assert.equal((await send(simulator, "PUT", `/artifacts/${id}`, update)).status, 200);
      assert.equal((await artifactAt(simulator, id)).artifact.title, "Slack");
    });

    it("answers and complains in XML when asked to, in JSON otherwise", async () => {
      const simulator = await start({ dialect });
      const path = `/api/artifacts/${await idIn(simulator, 11)}`;
      const { text, headers } = await ask(simulator, path, { headers: asXml });
      assert.equal(headers["content-type"], "application/xml; charset=utf-8");
      assert.match(text, /^<\?xml version="1.0" encoding="UTF-8"\?>\n<response><id>\d+<\/id>/);
      const broken = await send(simulator, "PUT", "/artifacts/1", "<request><values>", asXml);
      assert.match(
        broken.text,
        /<error><code>400<\/code><message>Bad Request: Malformed XML.* line 1<\/message><\/error>/,
      );
      assert.match(problem(await send(simulator, "PUT", "/artifacts/1", "<a>\n<b></a>"))[1] ?? "", /line 2$/);
    });

    it("can't carry digits into a string, an empty value, or false", async () => {
      const simulator = await start({ dialect });
      const form = await formOf(simulator, 11);
      const id = await idIn(simulator, 11);
      const put = async (values: string) =>
        (await send(simulator, "PUT", `/artifacts/${id}`, `<request>${values}</request>`)).status;
      const title = (value: string) =>
        put(`<values><item><field_id>${form.id("title")}</field_id><value>${value}</value></item></values>`);
      assert.deepEqual(
        [await title("007"), await title("1e3"), await title(""), await title("false")],
        [400, 400, 400, 400],
      );
      assert.equal(await put("<values/>"), 400);
      const list = (ids: string) =>
        put(`<values><item><field_id>${form.id("severity")}</field_id>${ids}</item></values>`);
      assert.equal(await list("<bind_value_ids/>"), 400);
      assert.equal(await list("<bind_value_ids><item>100</item></bind_value_ids>"), 200);
    });
  });
}

describe("simulator: XML elsewhere", () => {
  const start = perTest();

  it("product: repeated siblings are a list, attributes are members, and false is true", async () => {
    const simulator = await start({ dialect: "product" });
    const body = `<any><settings>
      <commit_rules is_reference_mandatory="false"><is_commit_message_change_allowed>true</is_commit_message_change_allowed></commit_rules>
    </settings><project_id>101</project_id><name>from-xml</name></any>`;
    const reply = await send(simulator, "POST", "/svn", body);
    assert.equal(reply.status, 201);
    assert.partialDeepStrictEqual(reply.data, {
      settings: { commit_rules: { is_reference_mandatory: true, is_commit_message_change_allowed: true } },
    });
    const form = await formOf(simulator, 11);
    const values = ["title", "customer"]
      .map((name) => `<values><field_id>${form.id(name)}</field_id><value>of ${name}</value></values>`)
      .join("");
    const id = await idIn(simulator, 11);
    assert.equal(
      (await send(simulator, "PUT", `/artifacts/${id}`, `<request>${values}</request>`)).status,
      200,
    );
    const { entry } = await artifactAt(simulator, id);
    assert.deepEqual(
      [entry(form.id("title"))?.["value"], entry(form.id("customer"))?.["value"]],
      ["of title", "of customer"],
    );
  });

  it("product: every route answers in XML", async () => {
    const simulator = await start({ dialect: "product" });
    const headers = { ...withKey(simulator.accounts.admin), ...asXml };
    for (const path of [
      "/projects",
      "/trackers/13",
      "/trackers/13/artifacts?values=all",
      "/users/self",
      "/svn/2",
      "/nope",
    ]) {
      const { text } = await ask(simulator, `/api${path}`, { headers });
      assert.match(text, /^<\?xml [^>]*>\n<response>.*<\/response>$/s, path);
    }
  });

  it("product: a list looks different with none, one or two in it, and only an empty list is closed at once", async () => {
    const simulator = await start({ dialect: "product" });
    const form = await formOf(simulator, 13);
    const id = await idIn(simulator, 13);
    const lists = { features: [], keeper: [104], watchers: [112, 106] };
    const values: object[] = Object.entries(lists).map(([name, bind_value_ids]) => ({
      field_id: form.id(name),
      bind_value_ids,
    }));
    values.push({ field_id: form.id("installed"), value: "" });
    await tell(simulator, "PUT", `/artifacts/${id}`, { values });
    const { text } = await ask(simulator, `/api/artifacts/${id}.xml`);
    const told = (name: string) =>
      new RegExp(`<item><field_id>${form.id(name)}</field_id>.*?</item><item><field_id>`).exec(text)?.[0] ??
      "";
    assert.match(told("features"), /<values\/><bind_value_ids\/>/);
    assert.match(told("keeper"), /<bind_value_ids>104<\/bind_value_ids>/);
    assert.match(told("watchers"), /<bind_value_ids><text>112<\/text><text>106<\/text><\/bind_value_ids>/);
    assert.match(told("installed"), /<value><\/value>/);
  });

  it("documented: only artifacts have it", async () => {
    const simulator = await start({ dialect: "documented" });
    assert.equal((await ask(simulator, "/api/projects", { headers: asXml })).status, 406);
    assert.equal(
      (await send(simulator, "POST", "/svn", "<request><project_id>101</project_id></request>")).status,
      403,
    );
    const headers = { "Content-Type": "application/xml" };
    assert.equal((await ask(simulator, "/api/projects", { headers })).status, 200);
  });
});
