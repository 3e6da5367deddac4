import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "../../../src/api/client.ts";
import { defaultRetryPolicy } from "../../../src/api/network/retry.ts";
import type { Failure } from "../../../src/model/failure.ts";
import { OfflineCache, getOfflineCachePaths } from "../../../src/store/offlineCache.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { type ForeignServer, startForeignServer } from "../support/foreignServer.ts";
import { findFilesWithSecrets, containsSecret } from "../support/findSecrets.ts";
import { recordFigure } from "../support/runSettings.ts";
import {
  type ProxiedResponse,
  type Rewrite,
  rewriteStrings,
  type RewritingProxy,
  startRewritingProxy,
} from "../support/rewritingProxy.ts";
import { requestEverything } from "../support/requestEverything.ts";
import { loadExtensionTexts, type ExtensionTexts } from "../support/extensionTexts.ts";

/** URLs that lead, or might lead, to another server. */
function createForeignUrls(host: string, own: string): readonly string[] {
  const { host: ownHost } = new URL(own);
  return [
    `http://${host}/api/x`,
    `//${host}/api/x`,
    `http:${host}/api/x`,
    `http:\\\\${host}\\api\\x`,
    `\\\\${host}\\api`,
    `/\\${host}/api`,
    `http://${ownHost}@${host}/api`,
    `http://user:password@${host}/api`,
    `ht\ntp://${host}/api`,
    ` http://${host}/api`,
    `HTTP://${host}/api`,
    `http://${host}#@${ownHost}/api`,
    `http://${host}?@${ownHost}/api`,
    `${own}@${host}/api`,
    `${own}.${host}/api`,
    `/api/../..//${host}/x`,
    `./..//${host}/x`,
    `https://${host}/api`,
    `ftp://${host}/api`,
    `javascript:fetch("http://${host}")`,
  ];
}

/** Members that contain URLs. */
const urlMembers = /^(?:uri|html_url|href|upload_href|quick_link|\w*_?(?:uri|url|link))$/;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`an access key at a server of the ${dialect} dialect with foreign URLs`, function () {
    let server: Simulator;
    let foreignServer: ForeignServer;
    let proxy: RewritingProxy;
    let extensionTexts: ExtensionTexts;
    let folder: string;
    let key: string;
    let runs = 0;

    before(async () => {
      server = await startSimulator({ dialect, fullTextSearch: true });
      foreignServer = await startForeignServer();
      proxy = await startRewritingProxy(server.url, (response) => response);
      extensionTexts = await loadExtensionTexts();
      folder = await mkdtemp(join(tmpdir(), "hostile-cache-"));
      key = server.accounts.admin.accessKey;
    });
    after(async () => {
      recordFigure("runs with foreign URLs", runs);
      await proxy.close();
      await server.close();
      await foreignServer.close();
      await rm(folder, { recursive: true, force: true });
    });

    async function withClient<T>(work: (client: Client) => Promise<T>): Promise<T> {
      const cache = new OfflineCache(getOfflineCachePaths(folder, `${proxy.url}/api`, "1"), () => undefined);
      const client = createClient({
        api: `${proxy.url}/api`,
        credential: { kind: "accessKey", key },
        caFile: undefined,
        observe: extensionTexts.logExchange,
        retry: { ...defaultRetryPolicy, attempts: 1 },
        cache,
      });
      try {
        return await work(client);
      } finally {
        await client.close();
      }
    }

    /** Logs the failures and returns their messages. */
    function formatFailures(failures: readonly Failure[]): readonly string[] {
      for (const failure of failures) extensionTexts.logError("request", failure);
      return failures.flatMap((failure) => [extensionTexts.failureText(failure, "Demo"), failure.message]);
    }

    async function requestWith(rewrite: Rewrite): Promise<readonly string[]> {
      runs += 1;
      proxy.rewrite = rewrite;
      const { failures, requestCount } = await withClient(requestEverything);
      assert.ok(requestCount > 15, "too few requests were sent");
      return formatFailures(failures);
    }

    async function assertKeyNotLeaked(texts: readonly string[]): Promise<void> {
      const violations = [
        ...(foreignServer.countConnections() > 0
          ? [`request to the foreign server: ${foreignServer.getReceivedBytes().toString("latin1")}`]
          : []),
        ...texts.filter((text) => containsSecret(text, [key])),
        ...extensionTexts.lines.filter((line) => containsSecret(line, [key])),
        ...(await findFilesWithSecrets(folder, [key])),
      ];
      recordFigure("violations", violations.length);
      assert.deepEqual(violations, []);
    }

    it("is sent to its own site", async () => {
      await requestWith((response) => response);
      const requestsWithKey = server.requests.filter(({ headers }) => headers["x-auth-accesskey"] === key);
      assert.ok(requestsWithKey.length > 15);
      assert.ok(extensionTexts.lines.some((line) => line.includes("/api/projects")));
    });

    it("is not sent to foreign URLs in responses", async () => {
      const texts: string[] = [];
      for (const url of createForeignUrls(foreignServer.host, proxy.url)) {
        const rewrite: Rewrite = (response) =>
          rewriteStrings(response, (text, member) => (urlMembers.test(member) ? url : text));
        texts.push(...(await requestWith(rewrite)));
      }
      await assertKeyNotLeaked(texts);
    });

    it("is not sent to a foreign URL in one member at a time, which reaches further requests", async () => {
      const members = new Set<string>();
      await requestWith((response) =>
        rewriteStrings(response, (text, member) => {
          if (urlMembers.test(member)) members.add(member);
          return text;
        }),
      );
      assert.ok(members.has("uri") && (dialect === "documented" || members.size > 3));
      const texts: string[] = [];
      for (const name of members) {
        const url = `http://${foreignServer.host}/api/${name}`;
        const rewrite: Rewrite = (response) =>
          rewriteStrings(response, (text, member) => (member === name ? url : text));
        texts.push(...(await requestWith(rewrite)));
      }
      await assertKeyNotLeaked(texts);
    });

    it("is not sent to foreign URLs in redirects and headers", async () => {
      const texts: string[] = [];
      for (const status of [300, 301, 302, 303, 305, 307, 308, 401, 407, 503]) {
        const headers = {
          location: `http://${foreignServer.host}/api/projects`,
          refresh: `0; url=http://${foreignServer.host}/`,
          link: `<http://${foreignServer.host}/api>; rel="next"`,
          "content-location": `http://${foreignServer.host}/`,
          "www-authenticate": `Basic realm="http://${foreignServer.host}/"`,
          "set-cookie": "a=b; Domain=127.0.0.1",
          "x-pagination-next": `http://${foreignServer.host}/api/projects?offset=50`,
        };
        texts.push(
          ...(await requestWith((response) => ({
            ...response,
            status,
            headers: { ...response.headers, ...headers },
          }))),
        );
      }
      await assertKeyNotLeaked(texts);
    });

    it("is not in messages and logs when a server repeats it", async () => {
      const echo = (response: ProxiedResponse): ProxiedResponse => {
        const message = `Bad request: your key is ${key}, X-Auth-AccessKey: ${key}`;
        const headers = { "content-type": "application/json", location: `/api/${key}`, "x-echo": key };
        const status = response.path.includes("projects") ? 302 : 400;
        return {
          ...response,
          status,
          headers,
          body: Buffer.from(JSON.stringify({ error: { code: 400, message } })),
        };
      };
      const texts = await requestWith(echo);
      assert.ok(texts.length > 10);
      await assertKeyNotLeaked(texts.filter((text) => text.startsWith("Demo")));
    });

    const onlyProduct = dialect === "product" ? it : it.skip;

    onlyProduct("is not sent to a foreign upload URL", async () => {
      proxy.rewrite = (response) => response;
      const field = (await withClient((client) => client.tracker(11))).fields.find(
        ({ type }) => type === "file",
      );
      const bytes = Buffer.alloc(3000, 7);
      const texts: string[] = [];
      for (const url of createForeignUrls(foreignServer.host, proxy.url)) {
        runs += 1;
        proxy.rewrite = (response) => ({
          ...rewriteStrings(response, (text, member) => (/href|uri|url/.test(member) ? url : text)),
          ...(response.headers["location"] === undefined
            ? {}
            : { headers: { ...response.headers, location: url.replaceAll(/[^\x20-\x7e]/g, "") } }),
        });
        const file = { name: `a${runs}.bin`, size: bytes.length, type: "text/plain", description: "" };
        const source = {
          read: (offset: number, length: number) => Promise.resolve(bytes.subarray(offset, offset + length)),
        };
        await withClient((client) => client.upload(field?.id ?? 0, file, source)).catch(
          (failure: Failure) => {
            texts.push(...formatFailures([failure]));
          },
        );
      }
      assert.ok(texts.length > 10);
      await assertKeyNotLeaked(texts);
    });

    it("is not sent to foreign image URLs", async () => {
      proxy.rewrite = (response) => response;
      const failures: Failure[] = [];
      for (const url of createForeignUrls(foreignServer.host, proxy.url)) {
        runs += 1;
        await withClient((client) => client.fetchImage(url)).catch((failure: Failure) =>
          failures.push(failure),
        );
        await withClient((client) => client.fetchRawResponse(url, 1000)).catch((failure: Failure) =>
          failures.push(failure),
        );
      }
      assert.ok(failures.length > 20);
      await assertKeyNotLeaked(formatFailures(failures));
    });
  });
}
