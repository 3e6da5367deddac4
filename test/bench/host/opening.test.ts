// Requests and bytes to open a site, a project, a tracker and a form, for the first and the second time in a window.
import assert from "node:assert/strict";
import { startSimulator } from "../../simulator/simulator.ts";
import { waitUntil } from "../../support/wait.ts";
import { startCountingProxy } from "../countingProxy.ts";
import { writeFigures, readBenchRequest } from "./benchRequest.ts";
import { ExtensionUser } from "./extensionUser.ts";

const artifactId = 1;

describe("requests to the server", () => {
  it("are few, and cached data is not requested again", async function () {
    const request = readBenchRequest();
    const server = await startSimulator({ dialect: "product" });
    const proxy = await startCountingProxy(server.url);
    const user = await ExtensionUser.signIn({
      api: `${proxy.url}/api`,
      key: server.accounts.admin.accessKey,
    });
    await user.resetSite();
    const figures: Record<string, number> = {};
    const count = async <T>(name: string, open: () => Promise<T>): Promise<T> => {
      const before = { requests: server.requests.length, bytes: proxy.transferredBytes };
      const result = await open();
      await waitUntil("all requests are finished", () => server.requestsInFlight === 0);
      figures[`open.${name}.requests`] = server.requests.length - before.requests;
      figures[`open.${name}.kb`] = (proxy.transferredBytes - before.bytes) / 1000;
      return result;
    };
    for (const state of ["cold", "warm"]) {
      const site = await count(`site.${state}`, () => user.openRow());
      const project = await user.findRow(site, "Open Tides");
      const trackers = await count(`project.${state}`, () => user.openRow(project));
      const tracker = await user.findRow(trackers, "Bugs");
      const artifacts = await count(`tracker.${state}`, () => user.openRow(tracker));
      assert.ok(
        artifacts.length > 40,
        `Unexpected rows in the tracker: ${(await user.getLabels(artifacts)).join(", ")}`,
      );
      await count(`form.${state}`, () => user.openForm(artifactId));
      await user.closeForms();
    }
    await user.cleanUp();
    await proxy.close();
    await server.close();
    writeFigures(request, figures);
  });
});
