import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Credential } from "../../src/api/network/credential.ts";
import { isFailure } from "../../src/model/failure.ts";
import { Accounts } from "../../src/store/accounts.ts";
import { Connections } from "../../src/store/connections.ts";
import { Boundary } from "../../src/vscode/errorHandler.ts";
import { failureText } from "../../src/vscode/failureText.ts";
import { Log, logExchange } from "../../src/vscode/log.ts";
import { memorySecrets } from "../support/fixtures/memorySecrets.ts";
import { type PlainAnswer, type PlainServer, startPlainServer } from "../support/simulator/plainServer.ts";

const key = "tlp-k1-42.9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const token = "790fa318f8de2a59fe3c5a91280210e0";
const password = "correct horse/battery@staple";
const pair = Buffer.from(`ada:${password}`, "utf8").toString("base64");

/** Whatever of these is in a log is too much; of a long one, a half is. */
const secrets = [
  key.slice(10, 40),
  key.slice(-20),
  token.slice(0, 16),
  token.slice(-16),
  password,
  pair,
  "battery",
];

const credentials: readonly Credential[] = [
  { kind: "accessKey", key },
  { kind: "token", username: "ada", userId: "102", token, uri: `tokens/${token}` },
  { kind: "basic", username: "ada", password },
];

interface Line {
  readonly level: "debug" | "warn" | "error";
  readonly text: string;
}

/** Takes down what VS Code would: where it comes without the library for it, it writes no files. */
function listeningChannel(): {
  readonly lines: readonly Line[];
  readonly channel: NonNullable<NonNullable<ConstructorParameters<typeof Log>[1]>["channel"]>;
} {
  const lines: Line[] = [];
  const at =
    (level: Line["level"]) =>
    (text: string | Error, ...more: readonly unknown[]): void =>
      void lines.push({ level, text: [text, ...more].join(" ") });
  return {
    lines,
    channel: {
      debug: at("debug"),
      warn: at("warn"),
      error: at("error"),
      logLevel: vscode.LogLevel.Trace,
      show: () => undefined,
      dispose: () => undefined,
    },
  };
}

describe("the log, at its finest level, of a server that tells on people", () => {
  let server: PlainServer;
  let api: string;

  /** All that it was told just now, with its headers and without. */
  function tale(body: string): string {
    const told = server.received.at(-1) ?? {};
    const [, sent = ""] = told.authorization?.split(" ") ?? [];
    const bare = [
      told["x-auth-accesskey"],
      told["x-auth-token"],
      Buffer.from(sent, "base64").toString("utf8"),
    ];
    return `You sent ${JSON.stringify(told)} and ${body}, that is ${bare.join(", ")}`;
  }

  function answer(path: string, body: string): PlainAnswer {
    const headers = { "Content-Type": "application/json", "X-Auth-Token": token, "Set-Cookie": `key=${key}` };
    if (path.startsWith("/api/version")) {
      return { status: 200, headers, body: `{"a": ${tale(body).slice(-12)}` };
    }
    if (path.startsWith("/api/artifacts/1")) {
      return {
        status: 302,
        headers: { ...headers, Location: `/?told=${encodeURIComponent(tale(body))}` },
      };
    }
    if (path.startsWith("/api/artifacts/2")) return { status: 200, headers, body: "[]" };
    const message = tale(body);
    const status = path.startsWith("/api/users") ? 403 : 400;
    return { status, headers, body: JSON.stringify({ error: { code: status, message } }) };
  }

  before(async () => {
    server = await startPlainServer(answer);
    api = `${server.url}/api`;
  });
  after(() => server.close());

  it("has every request at its level, and no secret", async () => {
    const { lines, channel } = listeningChannel();
    const log = new Log("under test", { channel });
    const connections = new Connections(new Accounts(memorySecrets()), {
      siteAt: () => undefined,
      allows: () => true,
      observe: (exchange) => logExchange(log, exchange),
      noteJsonInstead: () => undefined,
      proxyFor: () => ({ proxy: undefined, noProxy: [], authorization: undefined }),
      renewToken: () => Promise.resolve(undefined),
    });
    const failures: unknown[] = [];
    const fails = (promise: Promise<unknown>): Promise<unknown> =>
      promise.catch((failure: unknown) => failures.push(failure));
    for (const credential of credentials) {
      const client = await connections.knock(api, undefined, credential);
      await fails(client.probe());
      await fails(client.version());
      await fails(client.checkCredential());
      await fails(client.requestToken("ada", password));
      await fails(client.raw("artifacts/1", 1000));
      await fails(client.raw("projects", 1000));
      await client.raw("artifacts/2", 1000);
      await client.endToken();
      await client.close();
    }
    await connections.close();
    const boundary = new Boundary(log, () => undefined);
    boundary.note("a bug", new Error(`Authorization: Basic ${pair}`, { cause: new Error(`the key ${key}`) }));
    await boundary.run("another bug", () => Promise.reject(new Error(`{"token": "${token}"}`)));
    for (const failure of failures) boundary.note("shown in another way", failure);

    const all = lines.map(({ text }) => text).join("\n");
    assert.deepEqual(
      secrets.filter((secret) => all.includes(secret)),
      [],
      all,
    );
    // Nor what people read.
    const read = failures.filter(isFailure).map((failure) => failureText(failure, "Demo"));
    assert.ok(read.length > 10);
    assert.deepEqual(
      secrets.filter((secret) => read.join("\n").includes(secret)),
      [],
      read.join("\n"),
    );
    const levelsOf = (part: string): readonly string[] => [
      ...new Set(lines.filter(({ text }) => text.startsWith(part)).map(({ level }) => level)),
    ];
    const expected = [
      [`GET ${api}/artifacts/2 `, "debug"],
      [`GET ${api}/projects`, "warn"],
      [`GET ${api}/version`, "warn"],
      [`GET ${api}/users/self`, "warn"],
      [`GET ${api}/artifacts/1 `, "warn"],
      [`POST ${api}/tokens `, "warn"],
      [`DELETE ${api}/tokens/… `, "warn"],
      ["a bug", "error"],
      ["another bug", "error"],
    ] as const;
    for (const [part, level] of expected) assert.deepEqual(levelsOf(part), [level], part);
    // It is not that nothing is there: the server's words are, but for the secrets.
    assert.match(all, /You sent .*x-auth-accesskey/);
  });
});
