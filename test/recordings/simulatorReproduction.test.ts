// Compares every recording of the simulator's routes with the simulator's response.
import assert from "node:assert/strict";
import { startSimulator } from "../simulator/simulator.ts";
import type { Simulator } from "../simulator/simulator.ts";
import { parseAddress, matchPath } from "./resourceAddress.ts";
import { sendRequest } from "./sendRequest.ts";
import type { SimulatorRequest } from "./sendRequest.ts";
import { clientRoutes } from "./clientWrites.ts";
import { findDifferences } from "./findDifferences.ts";
import { loadSimulatorData } from "./simulatorData.ts";
import type { SimulatorData } from "./simulatorData.ts";
import { getJsonBody, getNumber, isSuccess, readRecordings } from "./recording.ts";
import type { Recording } from "./recording.ts";
import { addToReport } from "./report.ts";
import type { Reproduction } from "./reproduction.ts";
import { mergeShapes, getShape } from "./jsonShape.ts";
import type { JsonShape } from "./jsonShape.ts";
import { isSimulated, listSimulatorRoutes } from "./simulatorRoutes.ts";
import { allReproductions } from "./reproductions/allReproductions.ts";
import { findListProblems, isOfRoute, unusedRoutes } from "./unusedRoutes.ts";

function getRouteKey({ request }: Recording): string {
  const { method, path } = parseAddress(request);
  return `${method} ${path.replaceAll(/\/-?\d+/g, "/{id}")}`;
}

/** The merged shapes of each route, which show which values may be null. */
function mergeRecordedShapes(recordings: readonly Recording[]): ReadonlyMap<string, JsonShape> {
  const shapes = new Map<string, JsonShape>();
  for (const recording of recordings) {
    const data = isSuccess(recording) ? getJsonBody(recording) : undefined;
    if (data === undefined) continue;
    const before = shapes.get(getRouteKey(recording));
    shapes.set(
      getRouteKey(recording),
      before === undefined ? getShape(data) : mergeShapes(before, getShape(data)),
    );
  }
  return shapes;
}

describe("simulator", () => {
  const recordings = readRecordings();
  if (recordings === undefined) {
    it("needs a folder of recordings");
    return;
  }
  const byName = new Map(recordings.map((recording) => [recording.name, recording]));
  const numbers = new Set(recordings.map(getNumber));
  const shapes = mergeRecordedShapes(recordings);
  const reproductions = new Map(
    allReproductions.map((reproduction) => [reproduction.recording, reproduction]),
  );
  let data: SimulatorData;
  let simulator: Simulator | undefined;

  before(async () => {
    const temporarySimulator = await startSimulator({ dialect: "product" });
    data = await loadSimulatorData(temporarySimulator);
    await temporarySimulator.close();
  });
  afterEach(() => simulator?.close());

  async function reproduce({ options, createRequest }: Reproduction) {
    const started = await startSimulator({ dialect: "product", ...options });
    simulator = started;
    const sendFirst = async (request: SimulatorRequest): Promise<unknown> => {
      const key = {
        "X-Auth-AccessKey": started.accounts.admin.accessKey,
        "Content-Type": "application/json",
      };
      const { status, text } = await sendRequest(started, {
        ...request,
        headers: { ...key, ...request.headers },
      });
      assert.ok(status < 300, `a preceding request failed: ${status} ${text}`);
      return text === "" ? undefined : (JSON.parse(text) as unknown);
    };
    return sendRequest(started, await createRequest({ simulator: started, data, sendFirst }));
  }

  for (const reproduction of allReproductions) {
    it(`reproduces ${reproduction.recording}`, async function () {
      // The numbers of a folder that isn't given are missing altogether.
      if (!numbers.has(reproduction.recording.slice(0, 3))) this.skip();
      const recording = byName.get(reproduction.recording);
      assert.ok(recording, "there is no such recording");
      const response = await reproduce(reproduction);
      const differences = findDifferences(response, recording, shapes.get(getRouteKey(recording)));
      if (reproduction.hasSameBody) assert.deepEqual(JSON.parse(response.text), getJsonBody(recording));
      if (reproduction.knownDifference === undefined) assert.deepEqual(differences, []);
      else {
        assert.notDeepEqual(
          differences,
          [],
          `it no longer differs, although: ${reproduction.knownDifference}`,
        );
      }
    });
  }

  it("has a reproduction for each recording of its routes", async () => {
    const routes = await listSimulatorRoutes();
    assert.equal(reproductions.size, allReproductions.length);
    const missing = recordings.filter(
      (recording) => isSimulated(recording, routes) && !reproductions.has(recording.name),
    );
    assert.deepEqual(
      missing.map(({ name }) => name),
      [],
    );
  });

  const isClientRoute = ({ request }: Recording): boolean => {
    const { method, path } = parseAddress(request);
    return clientRoutes.some((route) => route.method === method && matchPath(route.path, path) !== undefined);
  };
  addToReport(
    "reproduced by the simulator",
    recordings.filter(({ name }) => reproductions.has(name)),
  );
  addToReport(
    "with known differences in the simulator",
    recordings.filter(({ name }) => reproductions.get(name)?.knownDifference !== undefined),
    "named",
  );

  const unused = recordings.filter((each) => !isClientRoute(each) && !reproductions.has(each.name));

  it("lists the routes that neither the client nor it has", () => {
    assert.deepEqual(findListProblems(recordings, unused), []);
  });

  for (const { topic, routes } of unusedRoutes) {
    addToReport(
      `that nothing uses, of ${topic} (${routes.length} routes)`,
      unused.filter((each) => routes.some((route) => isOfRoute(each, route))),
    );
  }
});
