import assert from "node:assert/strict";
import { startSimulator } from "../../simulator/simulator.ts";
import type { Simulator } from "../../simulator/simulator.ts";
import { sendJson } from "./sendRequest.ts";
import type { SimulatorResponse } from "./sendRequest.ts";

describe("simulator: full-text search (product)", () => {
  let simulator: Simulator;

  afterEach(() => simulator.close());

  function search(keywords: unknown, path = "/search?limit=50"): Promise<SimulatorResponse> {
    return sendJson(simulator, "POST", path, { search_query: { keywords } });
  }

  it("doesn't exist without a back end", async () => {
    simulator = await startSimulator({ dialect: "product" });
    assert.equal((await search("theme")).status, 404);
  });

  it("finds readable texts and comments", async () => {
    simulator = await startSimulator({ dialect: "product", fullTextSearch: true });
    const comment = { body: "Like a Quokka in the fog", format: "text" } as const;
    simulator.updateArtifact(12, { values: [], comment });
    const { status, data } = await search("fog quokka");
    assert.equal(status, 200);
    assert.ok(Array.isArray(data));
    const [entry] = data as readonly Readonly<Record<string, unknown>>[];
    assert.deepEqual(
      [data.length, entry?.["type"], entry?.["per_type_id"], entry?.["html_url"]],
      [1, "artifact", 12, "/plugins/tracker/?aid=12"],
    );
    assert.deepEqual((await search("quokka wombat")).data, []);
  });

  it("rejects short keywords, and pages that are too large", async () => {
    simulator = await startSimulator({ dialect: "product", fullTextSearch: true });
    assert.equal((await search("ab")).status, 400);
    assert.equal((await search(12)).status, 400);
    assert.equal((await search("quokka", "/search?limit=51")).status, 400);
  });
});
