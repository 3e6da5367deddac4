import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "../../../src/api/client.ts";
import { usualRetry } from "../../../src/api/network/retry.ts";
import type { Failure } from "../../../src/model/failure.ts";
import { LastSeen, lastSeenPlace } from "../../../src/store/offlineCache.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { type Elsewhere, startElsewhere } from "../support/elsewhere.ts";
import { filesHolding, holds } from "../support/keyOnDisk.ts";
import { note } from "../support/plan.ts";
import {
  type Given,
  type Rewrite,
  rewriteStrings,
  type Rewriting,
  startRewriting,
} from "../support/rewriting.ts";
import { wander } from "../support/wander.ts";
import { loadWords, type Words } from "../support/words.ts";

/** Ways to write an address that leads to another server, or might. */
function foreignAddresses(host: string, own: string): readonly string[] {
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

/** Members whose texts are addresses. */
const addresses = /^(?:uri|html_url|href|upload_href|quick_link|\w*_?(?:uri|url|link))$/;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`a key, at a server of the ${dialect} dialect that points elsewhere`, function () {
    let server: Simulator;
    let elsewhere: Elsewhere;
    let between: Rewriting;
    let words: Words;
    let folder: string;
    let key: string;
    let runs = 0;

    before(async () => {
      server = await startSimulator({ dialect });
      elsewhere = await startElsewhere();
      between = await startRewriting(server.url, (given) => given);
      words = await loadWords();
      folder = await mkdtemp(join(tmpdir(), "hostile-seen-"));
      key = server.accounts.admin.accessKey;
    });
    after(async () => {
      note("runs with addresses elsewhere", runs);
      await between.close();
      await server.close();
      await elsewhere.close();
      await rm(folder, { recursive: true, force: true });
    });

    async function withClient<T>(use: (client: Client) => Promise<T>): Promise<T> {
      const memory = new LastSeen(lastSeenPlace(folder, `${between.url}/api`, "1"), () => undefined);
      const client = createClient({
        api: `${between.url}/api`,
        credential: { kind: "accessKey", key },
        caFile: undefined,
        observe: words.logExchange,
        retry: { ...usualRetry, attempts: 1 },
        memory,
      });
      try {
        return await use(client);
      } finally {
        await client.close();
      }
    }

    /** All that was said about what went wrong, to people and to the log. */
    function textsOf(failures: readonly Failure[]): readonly string[] {
      for (const failure of failures) words.logError("wander", failure);
      return failures.flatMap((failure) => [words.failureText(failure, "Demo"), failure.message]);
    }

    async function wanderThrough(rewrite: Rewrite): Promise<readonly string[]> {
      runs += 1;
      between.rewrite = rewrite;
      const { failures, asked } = await withClient(wander);
      assert.ok(asked > 15, "hardly anything was asked");
      return textsOf(failures);
    }

    async function assertKept(texts: readonly string[]): Promise<void> {
      const violations = [
        ...(elsewhere.connections() > 0
          ? [`somebody asked elsewhere: ${elsewhere.received().toString("latin1")}`]
          : []),
        ...texts.filter((text) => holds(text, [key])),
        ...words.lines.filter((line) => holds(line, [key])),
        ...(await filesHolding(folder, [key])),
      ];
      note("violations", violations.length);
      assert.deepEqual(violations, []);
    }

    it("is sent to its own site, which makes the rest of this worth something", async () => {
      await wanderThrough((given) => given);
      const withKey = server.requests.filter(({ headers }) => headers["x-auth-accesskey"] === key);
      assert.ok(withKey.length > 15);
      assert.ok(words.lines.some((line) => line.includes("/api/projects")));
    });

    it("goes nowhere by addresses in answers", async () => {
      const texts: string[] = [];
      for (const address of foreignAddresses(elsewhere.host, between.url)) {
        const all: Rewrite = (given) =>
          rewriteStrings(given, (text, member) => (addresses.test(member) ? address : text));
        texts.push(...(await wanderThrough(all)));
      }
      await assertKept(texts);
    });

    it("goes nowhere by one kind of address at a time, which leads further down", async () => {
      const members = new Set<string>();
      await wanderThrough((given) =>
        rewriteStrings(given, (text, member) => {
          if (addresses.test(member)) members.add(member);
          return text;
        }),
      );
      assert.ok(members.has("uri") && (dialect === "documented" || members.size > 3));
      const texts: string[] = [];
      for (const name of members) {
        const address = `http://${elsewhere.host}/api/${name}`;
        const one: Rewrite = (given) =>
          rewriteStrings(given, (text, member) => (member === name ? address : text));
        texts.push(...(await wanderThrough(one)));
      }
      await assertKept(texts);
    });

    it("goes nowhere by redirects and headers", async () => {
      const texts: string[] = [];
      for (const status of [300, 301, 302, 303, 305, 307, 308, 401, 407, 503]) {
        const headers = {
          location: `http://${elsewhere.host}/api/projects`,
          refresh: `0; url=http://${elsewhere.host}/`,
          link: `<http://${elsewhere.host}/api>; rel="next"`,
          "content-location": `http://${elsewhere.host}/`,
          "www-authenticate": `Basic realm="http://${elsewhere.host}/"`,
          "set-cookie": "a=b; Domain=127.0.0.1",
          "x-pagination-next": `http://${elsewhere.host}/api/projects?offset=50`,
        };
        texts.push(
          ...(await wanderThrough((given) => ({
            ...given,
            status,
            headers: { ...given.headers, ...headers },
          }))),
        );
      }
      await assertKept(texts);
    });

    it("is not repeated by us when a server repeats it", async () => {
      const echo = (given: Given): Given => {
        const message = `Bad request: your key is ${key}, X-Auth-AccessKey: ${key}`;
        const headers = { "content-type": "application/json", location: `/api/${key}`, "x-echo": key };
        const status = given.path.includes("projects") ? 302 : 400;
        return {
          ...given,
          status,
          headers,
          body: Buffer.from(JSON.stringify({ error: { code: 400, message } })),
        };
      };
      const texts = await wanderThrough(echo);
      assert.ok(texts.length > 10);
      await assertKept(texts.filter((text) => text.startsWith("Demo")));
    });

    const onlyProduct = dialect === "product" ? it : it.skip;

    onlyProduct("is not carried to where an upload is to go", async () => {
      between.rewrite = (given) => given;
      const field = (await withClient((client) => client.tracker(11))).fields.find(
        ({ type }) => type === "file",
      );
      const bytes = Buffer.alloc(3000, 7);
      const texts: string[] = [];
      for (const address of foreignAddresses(elsewhere.host, between.url)) {
        runs += 1;
        between.rewrite = (given) => ({
          ...rewriteStrings(given, (text, member) => (/href|uri|url/.test(member) ? address : text)),
          ...(given.headers["location"] === undefined
            ? {}
            : { headers: { ...given.headers, location: address.replaceAll(/[^\x20-\x7e]/g, "") } }),
        });
        const file = { name: `a${runs}.bin`, size: bytes.length, type: "text/plain", description: "" };
        const source = {
          read: (offset: number, length: number) => Promise.resolve(bytes.subarray(offset, offset + length)),
        };
        await withClient((client) => client.upload(field?.id ?? 0, file, source)).catch(
          (failure: Failure) => {
            texts.push(...textsOf([failure]));
          },
        );
      }
      assert.ok(texts.length > 10);
      await assertKept(texts);
    });

    it("is not shown to pictures of texts", async () => {
      between.rewrite = (given) => given;
      const failures: Failure[] = [];
      for (const address of foreignAddresses(elsewhere.host, between.url)) {
        runs += 1;
        await withClient((client) => client.image(address)).catch((failure: Failure) =>
          failures.push(failure),
        );
        await withClient((client) => client.raw(address, 1000)).catch((failure: Failure) =>
          failures.push(failure),
        );
      }
      assert.ok(failures.length > 20);
      await assertKept(textsOf(failures));
    });
  });
}
