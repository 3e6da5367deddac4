// What goes over the line to open a site, a project, a tracker and a form: for the first time in a window, and again.
import assert from "node:assert/strict";
import { startSimulator } from "../../simulator/simulator.ts";
import { until } from "../../support/wait.ts";
import { countingLine } from "../countingLine.ts";
import { answer, givenOrder } from "./order.ts";
import { Visitor } from "./visitor.ts";

const artifactId = 1;

describe("the line to the server", () => {
  it("is asked little, and nothing twice that is known", async function () {
    const order = givenOrder();
    const server = await startSimulator({ dialect: "product" });
    const line = await countingLine(server.url);
    const visitor = await Visitor.signIn({ api: `${line.url}/api`, key: server.accounts.admin.accessKey });
    await visitor.forget();
    const figures: Record<string, number> = {};
    const count = async <T>(name: string, open: () => Promise<T>): Promise<T> => {
      const before = { requests: server.requests.length, bytes: line.bytes };
      const opened = await open();
      await until("all is answered", () => server.inFlight === 0);
      figures[`open.${name}.requests`] = server.requests.length - before.requests;
      figures[`open.${name}.kb`] = (line.bytes - before.bytes) / 1000;
      return opened;
    };
    for (const state of ["cold", "warm"]) {
      const site = await count(`site.${state}`, () => visitor.openRow());
      const project = await visitor.rowNamed(site, "Open Tides");
      const trackers = await count(`project.${state}`, () => visitor.openRow(project));
      const tracker = await visitor.rowNamed(trackers, "Bugs");
      const artifacts = await count(`tracker.${state}`, () => visitor.openRow(tracker));
      assert.ok(
        artifacts.length > 40,
        `These are not the rows of a tracker: ${(await visitor.labelsOf(artifacts)).join(", ")}`,
      );
      await count(`form.${state}`, () => visitor.openForm(artifactId));
      await visitor.closeForms();
    }
    await visitor.leave();
    await line.close();
    await server.close();
    answer(order, figures);
  });
});
