// Every recording of a route that the simulator has, asked again there: the answers have to be made alike.
import assert from "node:assert/strict";
import { startSimulator } from "../simulator/simulator.ts";
import type { Simulator } from "../simulator/simulator.ts";
import { addressOf, partsOf } from "./address.ts";
import { ask } from "./asking.ts";
import type { Ask } from "./asking.ts";
import { clientRoutes } from "./clientWrites.ts";
import { differences } from "./comparison.ts";
import { knownOf } from "./known.ts";
import type { Known } from "./known.ts";
import { dataOf, isSuccess, readRecordings } from "./recording.ts";
import type { Recording } from "./recording.ts";
import { report } from "./report.ts";
import type { Row } from "./row.ts";
import { merged, shapeOf } from "./shape.ts";
import type { Shape } from "./shape.ts";
import { isOfSimulator, simulatorRoutes } from "./simulatorRoutes.ts";
import { table } from "./table/table.ts";

function routeKey({ request }: Recording): string {
  const { method, path } = addressOf(request);
  return `${method} ${path.replaceAll(/\/-?\d+/g, "/{id}")}`;
}

/** What each route was ever seen to answer: it tells which of its values may be null. */
function knownShapes(recordings: readonly Recording[]): ReadonlyMap<string, Shape> {
  const shapes = new Map<string, Shape>();
  for (const recording of recordings) {
    const data = isSuccess(recording) ? dataOf(recording) : undefined;
    if (data === undefined) continue;
    const before = shapes.get(routeKey(recording));
    shapes.set(routeKey(recording), before === undefined ? shapeOf(data) : merged(before, shapeOf(data)));
  }
  return shapes;
}

describe("recorded answers, reproduced by the simulator", () => {
  const recordings = readRecordings();
  if (recordings === undefined) {
    it("needs recordings");
    return;
  }
  const named = new Map(recordings.map((each) => [each.name, each]));
  const shapes = knownShapes(recordings);
  const rows = new Map(table.map((row) => [row.recording, row]));
  let known: Known;
  let simulator: Simulator | undefined;

  before(async () => {
    const some = await startSimulator({ dialect: "product" });
    known = await knownOf(some);
    await some.close();
  });
  afterEach(() => simulator?.close());

  async function answer({ options, send }: Row) {
    const started = await startSimulator({ dialect: "product", ...options });
    simulator = started;
    const first = async (step: Ask): Promise<unknown> => {
      const key = {
        "X-Auth-AccessKey": started.accounts.admin.accessKey,
        "Content-Type": "application/json",
      };
      const { status, text } = await ask(started, { ...step, headers: { ...key, ...step.headers } });
      assert.ok(status < 300, `a step before was refused: ${status} ${text}`);
      return text === "" ? undefined : (JSON.parse(text) as unknown);
    };
    return ask(started, await send({ simulator: started, known, first }));
  }

  for (const row of table) {
    it(`reproduces ${row.recording}`, async () => {
      const recording = named.get(row.recording);
      assert.ok(recording, "there is no such recording");
      const found = differences(await answer(row), recording, shapes.get(routeKey(recording)));
      if (row.differs === undefined) assert.deepEqual(found, []);
      else assert.notDeepEqual(found, [], `it no longer differs, although: ${row.differs}`);
    });
  }

  it("has one row for each recording of its routes", async () => {
    const routes = await simulatorRoutes();
    assert.equal(rows.size, table.length);
    const missing = recordings.filter((each) => isOfSimulator(each, routes) && !rows.has(each.name));
    assert.deepEqual(
      missing.map(({ name }) => name),
      [],
    );
  });

  const isOfClient = ({ request }: Recording): boolean => {
    const { method, path } = addressOf(request);
    return clientRoutes.some((route) => route.method === method && partsOf(route.path, path) !== undefined);
  };
  report(
    "reproduced by the simulator",
    recordings.filter(({ name }) => rows.has(name)),
  );
  report(
    "that the simulator is known to answer otherwise",
    recordings.filter(({ name }) => rows.get(name)?.differs !== undefined),
    "named",
  );
  report(
    "of routes that neither client nor simulator has",
    recordings.filter((each) => !isOfClient(each) && !rows.has(each.name)),
    "named",
  );
});
