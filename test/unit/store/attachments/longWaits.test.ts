import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { Contents } from "../../../../src/store/attachments/contents.ts";
import { until } from "../../../support/wait.ts";
import { type Added, chunk, DownloadStage, sha256 } from "./downloadStage.ts";

describe("while long downloads take their time", () => {
  let stage: DownloadStage;
  let stop: AbortController;
  let long: Promise<unknown>;
  beforeEach(async () => {
    stage = await DownloadStage.open();
    stop = new AbortController();
    stage.spoil({ kind: "hang" }, { path: /long/ });
    const files = [0, 1, 2, 3].map((number) => stage.add(8 * chunk, `long ${number}`, "stream"));
    long = stage.saveAll(files, { signal: stop.signal });
    await until("all that may are on their way", () => stage.server.inFlight >= 3);
  });
  afterEach(async () => {
    stop.abort();
    await long;
    await stage.close();
  });

  async function inTime<T>(work: Promise<T>): Promise<T | "still waiting"> {
    return Promise.race([work, wait(2000, "still waiting" as const)]);
  }

  for (const way of ["stream", "chunks"] as const) {
    it(`another one that waits for its turn is called off at once, one that comes as ${way}`, async () => {
      const own = new AbortController();
      const saving = stage.save(stage.add(10, "small.txt", way), { signal: own.signal });
      await until("it has begun", async () => (await stage.namesIn(stage.folder)).includes("small.txt.part"));
      own.abort();
      assert.deepEqual(await inTime(saving), { kind: "cancelled" });
    });

    it(`a file that is read in place does not wait for them, one that comes as ${way}`, async () => {
      const added: Added = stage.add(10, "small.txt", way);
      const place = { siteApi: `${stage.server.url}/api`, accountId: undefined, client: stage.client };
      const { signal } = new AbortController();
      const read = await inTime(new Contents().read(place, added.file, signal));
      assert.equal(typeof read === "string" ? read : sha256(read), added.sha256);
    });
  }
});
