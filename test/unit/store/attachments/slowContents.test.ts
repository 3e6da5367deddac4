import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { AttachmentContentCache } from "../../../../src/store/attachments/attachmentContentCache.ts";
import { waitUntil } from "../../../support/wait.ts";
import { type AddedFile, chunkSize, DownloadFixture, sha256 } from "./downloadFixture.ts";

describe("while long downloads are in progress", () => {
  let fixture: DownloadFixture;
  let stop: AbortController;
  let downloads: Promise<unknown>;
  beforeEach(async () => {
    fixture = await DownloadFixture.open();
    stop = new AbortController();
    fixture.addFault({ kind: "hang" }, { path: /long/ });
    const files = [0, 1, 2, 3].map((number) => fixture.addFile(8 * chunkSize, `long ${number}`, "stream"));
    downloads = fixture.saveAll(files, { signal: stop.signal });
    await waitUntil("maximum requests in flight", () => fixture.server.requestsInFlight >= 3);
  });
  afterEach(async () => {
    stop.abort();
    await downloads;
    await fixture.close();
  });

  async function withTimeout<T>(work: Promise<T>): Promise<T | "still waiting"> {
    return Promise.race([work, wait(2000, "still waiting" as const)]);
  }

  for (const mode of ["stream", "chunks"] as const) {
    it(`a queued download of ${mode} is canceled immediately`, async () => {
      const controller = new AbortController();
      const download = fixture.save(fixture.addFile(10, "small.txt", mode), { signal: controller.signal });
      await waitUntil("download started", async () =>
        (await fixture.listNames(fixture.folder)).includes("small.txt.part"),
      );
      controller.abort();
      assert.deepEqual(await withTimeout(download), { kind: "canceled" });
    });

    it(`AttachmentContents loads ${mode} without waiting for them`, async () => {
      const added: AddedFile = fixture.addFile(10, "small.txt", mode);
      const source = { siteApi: `${fixture.server.url}/api`, accountId: undefined, client: fixture.client };
      const { signal } = new AbortController();
      const content = await withTimeout(new AttachmentContentCache().load(source, added.file, signal));
      assert.equal(typeof content === "string" ? content : sha256(content), added.sha256);
    });
  }
});
