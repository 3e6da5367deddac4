import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Credential } from "../../src/api/network/credential.ts";
import { isFailure } from "../../src/model/failure.ts";
import { Accounts } from "../../src/store/accounts.ts";
import { Connections } from "../../src/store/connections.ts";
import { ErrorHandler } from "../../src/vscode/errorHandler.ts";
import { failureText } from "../../src/vscode/failureText.ts";
import { Log, logRequest } from "../../src/vscode/log.ts";
import { createMemorySecrets } from "../support/fixtures/memorySecrets.ts";
import {
  type StaticResponse,
  type StaticServer,
  startStaticServer,
} from "../support/simulator/staticServer.ts";

const key = "tlp-k1-42.9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const token = "790fa318f8de2a59fe3c5a91280210e0";
const password = "correct horse/battery@staple";
const basicCredentials = Buffer.from(`ada:${password}`, "utf8").toString("base64");

/** Parts of secrets that must not appear in the log. */
const secrets = [
  key.slice(10, 40),
  key.slice(-20),
  token.slice(0, 16),
  token.slice(-16),
  password,
  basicCredentials,
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

/** Records log lines, because VS Code writes no log files if it lacks the library for it. */
function createRecordingChannel(): {
  readonly lines: readonly Line[];
  readonly channel: NonNullable<NonNullable<ConstructorParameters<typeof Log>[1]>["channel"]>;
} {
  const lines: Line[] = [];
  const record =
    (level: Line["level"]) =>
    (text: string | Error, ...more: readonly unknown[]): void =>
      void lines.push({ level, text: [text, ...more].join(" ") });
  return {
    lines,
    channel: {
      debug: record("debug"),
      warn: record("warn"),
      error: record("error"),
      logLevel: vscode.LogLevel.Trace,
      show: () => undefined,
      dispose: () => undefined,
    },
  };
}

describe("the log at trace level, with a server that repeats secrets", () => {
  let server: StaticServer;
  let api: string;

  /** All that the last request contained, encoded and decoded. */
  function repeatRequest(body: string): string {
    const headers = server.receivedHeaders.at(-1) ?? {};
    const [, encoded = ""] = headers.authorization?.split(" ") ?? [];
    const decoded = [
      headers["x-auth-accesskey"],
      headers["x-auth-token"],
      Buffer.from(encoded, "base64").toString("utf8"),
    ];
    return `You sent ${JSON.stringify(headers)} and ${body}, that is ${decoded.join(", ")}`;
  }

  function respond(path: string, body: string): StaticResponse {
    const headers = { "Content-Type": "application/json", "X-Auth-Token": token, "Set-Cookie": `key=${key}` };
    if (path.startsWith("/api/version")) {
      return { status: 200, headers, body: `{"a": ${repeatRequest(body).slice(-12)}` };
    }
    if (path.startsWith("/api/artifacts/1")) {
      return {
        status: 302,
        headers: { ...headers, Location: `/?headers=${encodeURIComponent(repeatRequest(body))}` },
      };
    }
    if (path.startsWith("/api/artifacts/2")) return { status: 200, headers, body: "[]" };
    const message = repeatRequest(body);
    const status = path.startsWith("/api/users") ? 403 : 400;
    return { status, headers, body: JSON.stringify({ error: { code: status, message } }) };
  }

  before(async () => {
    server = await startStaticServer(respond);
    api = `${server.url}/api`;
  });
  after(() => server.close());

  it("contains every request at its level, and no secret", async () => {
    const { lines, channel } = createRecordingChannel();
    const log = new Log("under test", { channel });
    const connections = new Connections(new Accounts(createMemorySecrets()), {
      findSite: () => undefined,
      isAllowed: () => true,
      observe: (exchange) => logRequest(log, exchange),
      onJsonFallback: () => undefined,
      getProxySettings: () => ({ proxy: undefined, noProxy: [], authorization: undefined }),
      renewToken: () => Promise.resolve(undefined),
    });
    const failures: unknown[] = [];
    const recordFailure = (promise: Promise<unknown>): Promise<unknown> =>
      promise.catch((failure: unknown) => failures.push(failure));
    for (const credential of credentials) {
      const client = await connections.createProbeClient(api, undefined, credential);
      await recordFailure(client.probe());
      await recordFailure(client.serverVersion());
      await recordFailure(client.checkCredential());
      await recordFailure(client.requestToken("ada", password));
      await recordFailure(client.fetchRawResponse("artifacts/1", 1000));
      await recordFailure(client.fetchRawResponse("projects", 1000));
      await client.fetchRawResponse("artifacts/2", 1000);
      await client.revokeToken();
      await client.close();
    }
    await connections.close();
    const errorHandler = new ErrorHandler(log, () => undefined);
    errorHandler.logError(
      "a bug",
      new Error(`Authorization: Basic ${basicCredentials}`, { cause: new Error(`the key ${key}`) }),
    );
    await errorHandler.run("another bug", () => Promise.reject(new Error(`{"token": "${token}"}`)));
    for (const failure of failures) errorHandler.logError("shown in another way", failure);

    const logText = lines.map(({ text }) => text).join("\n");
    assert.deepEqual(
      secrets.filter((secret) => logText.includes(secret)),
      [],
      logText,
    );
    // Messages must not contain secrets either.
    const messages = failures.filter(isFailure).map((failure) => failureText(failure, "Demo"));
    assert.ok(messages.length > 10);
    assert.deepEqual(
      secrets.filter((secret) => messages.join("\n").includes(secret)),
      [],
      messages.join("\n"),
    );
    const getLevels = (part: string): readonly string[] => [
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
    for (const [part, level] of expected) assert.deepEqual(getLevels(part), [level], part);
    // The log contains the server's message, except for the secrets.
    assert.match(logText, /You sent .*x-auth-accesskey/);
  });
});
