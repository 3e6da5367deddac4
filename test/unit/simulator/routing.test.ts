import assert from "node:assert/strict";
import { startSimulator } from "../../simulator/simulator.ts";
import type { Simulator } from "../../simulator/simulator.ts";
import { ask, problem } from "./asking.ts";

describe("simulator: how the product routes and judges a request", () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator({ dialect: "product" });
  });
  after(() => simulator.close());

  it("serves the same API below /api and /api/v1, with a slash or .json at the end", async () => {
    const plain = await ask(simulator, "/api/projects/102");
    for (const path of ["/api/v1/projects/102", "/api/projects/102/", "/api/projects/102.json"]) {
      const { status, data } = await ask(simulator, path);
      assert.deepEqual({ status, data }, { status: 200, data: plain.data }, path);
    }
  });

  it("has nothing elsewhere", async () => {
    for (const path of ["/api/", "/api//projects", "/api/v2/projects", "/api/v3/projects", "/api/nope"]) {
      assert.deepEqual(problem(await ask(simulator, path)), [404, "Not Found"], path);
    }
    const page = await ask(simulator, "/some/page");
    assert.deepEqual([page.status, page.headers["content-type"]], [404, "text/html; charset=UTF-8"]);
  });

  it("redirects /api to /api/", async () => {
    const { status, headers } = await ask(simulator, "/api");
    assert.deepEqual([status, headers.location], [301, `${simulator.url}/api/`]);
  });

  it("tells a wrong method only where the path has no id", async () => {
    const fixed = await ask(simulator, "/api/projects", { method: "DELETE" });
    assert.deepEqual([fixed.status, fixed.headers.allow], [405, "GET, OPTIONS"]);
    assert.equal((await ask(simulator, "/api/projects/102", { method: "DELETE" })).status, 404);
  });

  it("refuses ids that are no numbers, and those that are too long, in different words", async () => {
    assert.deepEqual(problem(await ask(simulator, "/api/artifacts/abc")), [
      400,
      "Bad Request: invalid value specified for `id`",
    ]);
    assert.deepEqual(problem(await ask(simulator, `/api/artifacts/${"9".repeat(20)}`)), [
      400,
      "Bad Request: Invalid value specified for `id`. Expecting integer value",
    ]);
    assert.equal((await ask(simulator, "/api/artifacts/-1")).status, 404);
  });

  it("judges content type before route, route before format, format before credentials, credentials before parameters", async () => {
    const bad = {
      "Content-Type": "text/plain",
      Accept: "text/html",
      "X-Auth-AccessKey": "nope",
    };
    const { "Content-Type": _type, ...withoutType } = bad;
    const { Accept: _accept, ...onlyKey } = withoutType;
    const statuses = [
      await ask(simulator, "/api/nope?limit=x", { headers: bad }),
      await ask(simulator, "/api/nope?limit=x", { headers: withoutType }),
      await ask(simulator, "/api/projects?limit=x", { headers: withoutType }),
      await ask(simulator, "/api/projects?limit=x", { headers: onlyKey }),
      await ask(simulator, "/api/projects?limit=x"),
    ].map((reply) => reply.status);
    assert.deepEqual(statuses, [403, 404, 406, 401, 400]);
  });

  it("answers OPTIONS without looking at credentials", async () => {
    const { status, headers, text } = await ask(simulator, "/api/artifacts/1", {
      method: "OPTIONS",
      headers: { "X-Auth-AccessKey": "nope" },
    });
    assert.deepEqual([status, headers.allow, text], [200, "OPTIONS, GET, PUT, DELETE, PATCH", ""]);
  });

  it("answers HEAD as GET without its body", async () => {
    const { status, headers, text } = await ask(simulator, "/api/projects", { method: "HEAD" });
    assert.deepEqual([status, headers["x-pagination-size"], text], [200, "1", ""]);
  });

  it("refuses a URL over 8 kB with a page of the web server", async () => {
    const { status, headers } = await ask(simulator, `/api/projects?query=${"x".repeat(8200)}`);
    assert.deepEqual([status, headers["content-type"]], [414, "text/html"]);
  });

  it("sends the headers of the product, and escapes slashes and everything beyond ASCII", async () => {
    const { headers, text, data } = await ask(simulator, "/api/trackers/11/artifacts?limit=50");
    assert.deepEqual(
      {
        type: headers["content-type"],
        vary: headers.vary,
        cache: headers["cache-control"],
        expires: headers.expires,
        language: headers["content-language"],
        date: headers.date,
      },
      {
        type: "application/json; charset=utf-8",
        vary: "Accept-Encoding, Accept, Sec-Fetch-Site",
        cache: "no-store",
        expires: "0",
        language: "en",
        date: "Mon, 02 Mar 2026 08:00:00 GMT",
      },
    );
    assert.match(text, /"uri":"artifacts\\\/\d+"/);
    assert.doesNotMatch(text, /[\u0080-\uffff]/);
    assert.match(JSON.stringify(data), /高潮/);
  });

  it("answers in XML by suffix and by Accept, errors included", async () => {
    const bySuffix = await ask(simulator, "/api/projects/102.xml");
    const byHeader = await ask(simulator, "/api/projects/102", { headers: { Accept: "application/xml" } });
    assert.equal(bySuffix.text, byHeader.text);
    assert.match(byHeader.text, /<response><id>102<\/id>.*<item><type>trackers<\/type>/);
    const missing = await ask(simulator, "/api/projects/9", { headers: { Accept: "application/xml" } });
    assert.match(missing.text, /<error><code>404<\/code><message>Not Found: /);
  });

  it("announces its version to anyone", async () => {
    const { data } = await ask(simulator, "/api/version", { headers: { "X-Auth-AccessKey": "nope" } });
    assert.deepEqual(Object.keys(data as object), ["flavor_name", "version_number"]);
  });
});
