import assert from "node:assert/strict";
import { startSimulator } from "../../simulator/simulator.ts";
import type { Simulator } from "../../simulator/simulator.ts";
import { sendRequest, getError } from "./sendRequest.ts";

describe("simulator routing (product)", () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator({ dialect: "product" });
  });
  after(() => simulator.close());

  it("serves the same API below /api and /api/v1, with a trailing slash or .json", async () => {
    const response = await sendRequest(simulator, "/api/projects/102");
    for (const path of ["/api/v1/projects/102", "/api/projects/102/", "/api/projects/102.json"]) {
      const { status, data } = await sendRequest(simulator, path);
      assert.deepEqual({ status, data }, { status: 200, data: response.data }, path);
    }
  });

  it("responds with 404 outside the API", async () => {
    for (const path of ["/api/", "/api//projects", "/api/v2/projects", "/api/v3/projects", "/api/nope"]) {
      assert.deepEqual(getError(await sendRequest(simulator, path)), [404, "Not Found"], path);
    }
    const page = await sendRequest(simulator, "/some/page");
    assert.deepEqual([page.status, page.headers["content-type"]], [404, "text/html; charset=UTF-8"]);
  });

  it("redirects /api to /api/", async () => {
    const { status, headers } = await sendRequest(simulator, "/api");
    assert.deepEqual([status, headers.location], [301, `${simulator.url}/api/`]);
  });

  it("reports a wrong method only for paths without an id", async () => {
    const fixed = await sendRequest(simulator, "/api/projects", { method: "DELETE" });
    assert.deepEqual([fixed.status, fixed.headers.allow], [405, "GET, OPTIONS"]);
    assert.equal((await sendRequest(simulator, "/api/projects/102", { method: "DELETE" })).status, 404);
  });

  it("rejects ids that are not numeric, and those that are too long, with different messages", async () => {
    assert.deepEqual(getError(await sendRequest(simulator, "/api/artifacts/abc")), [
      400,
      "Bad Request: invalid value specified for `id`",
    ]);
    assert.deepEqual(getError(await sendRequest(simulator, `/api/artifacts/${"9".repeat(20)}`)), [
      400,
      "Bad Request: Invalid value specified for `id`. Expecting integer value",
    ]);
    assert.equal((await sendRequest(simulator, "/api/artifacts/-1")).status, 404);
  });

  it("checks content type before route, route before format, format before credentials, credentials before parameters", async () => {
    const invalidHeaders = {
      "Content-Type": "text/plain",
      Accept: "text/html",
      "X-Auth-AccessKey": "nope",
    };
    const { "Content-Type": _type, ...withoutType } = invalidHeaders;
    const { Accept: _accept, ...onlyKey } = withoutType;
    const statuses = [
      await sendRequest(simulator, "/api/nope?limit=x", { headers: invalidHeaders }),
      await sendRequest(simulator, "/api/nope?limit=x", { headers: withoutType }),
      await sendRequest(simulator, "/api/projects?limit=x", { headers: withoutType }),
      await sendRequest(simulator, "/api/projects?limit=x", { headers: onlyKey }),
      await sendRequest(simulator, "/api/projects?limit=x"),
    ].map((response) => response.status);
    assert.deepEqual(statuses, [403, 404, 406, 401, 400]);
  });

  it("responds to OPTIONS without checking credentials", async () => {
    const { status, headers, text } = await sendRequest(simulator, "/api/artifacts/1", {
      method: "OPTIONS",
      headers: { "X-Auth-AccessKey": "nope" },
    });
    assert.deepEqual([status, headers.allow, text], [200, "OPTIONS, GET, PUT, DELETE, PATCH", ""]);
  });

  it("responds to HEAD as to GET without the body", async () => {
    const { status, headers, text } = await sendRequest(simulator, "/api/projects", { method: "HEAD" });
    assert.deepEqual([status, headers["x-pagination-size"], text], [200, "1", ""]);
  });

  it("rejects a URL over 8 kB with an HTML page of the web server", async () => {
    const { status, headers } = await sendRequest(simulator, `/api/projects?query=${"x".repeat(8200)}`);
    assert.deepEqual([status, headers["content-type"]], [414, "text/html"]);
  });

  it("sends the headers of the product, and escapes slashes and non-ASCII characters", async () => {
    const { headers, text, data } = await sendRequest(simulator, "/api/trackers/11/artifacts?limit=50");
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

  it("responds in XML by suffix and by Accept, including errors", async () => {
    const bySuffix = await sendRequest(simulator, "/api/projects/102.xml");
    const byHeader = await sendRequest(simulator, "/api/projects/102", {
      headers: { Accept: "application/xml" },
    });
    assert.equal(bySuffix.text, byHeader.text);
    assert.match(byHeader.text, /<response><id>102<\/id>.*<item><type>trackers<\/type>/);
    const missing = await sendRequest(simulator, "/api/projects/9", {
      headers: { Accept: "application/xml" },
    });
    assert.match(missing.text, /<error><code>404<\/code><message>Not Found: /);
  });

  it("returns its version to anonymous callers", async () => {
    const { data } = await sendRequest(simulator, "/api/version", {
      headers: { "X-Auth-AccessKey": "nope" },
    });
    assert.deepEqual(Object.keys(data as object), ["flavor_name", "version_number"]);
  });
});
