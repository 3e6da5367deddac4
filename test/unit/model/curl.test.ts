import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fc from "fast-check";
import {
  toCurlCommand,
  type CurlCommandOptions,
  getCurlSecretVariable,
} from "../../../src/model/rawResponse.ts";

const key = `tlp-k1-9.'"$(touch owned)\`x\``;

/** Arguments that a real shell passes to curl. */
function getArguments(commands: readonly string[]): readonly (readonly string[])[] {
  const script = [`curl() { printf '%s\\0' "$#" "$@"; }`, ...commands].join("\n");
  const run = spawnSync("sh", ["-c", script], {
    encoding: "utf8",
    env: { ...process.env, TULEAP_ACCESS_KEY: key, TULEAP_TOKEN: key },
  });
  assert.deepEqual([run.status, run.stderr], [0, ""]);
  const words = run.stdout.split("\0").slice(0, -1);
  const lists: (readonly string[])[] = [];
  while (words.length > 0) lists.push(words.splice(0, 1 + Number(words[0])).slice(1));
  return lists;
}

const plain = ["--header", "Accept: application/json", "--header", "Content-Type: application/json"] as const;

const url = "https://tuleap.example/api/artifacts/12";

function request(signIn: CurlCommandOptions["signIn"], caFile?: string): CurlCommandOptions {
  return { url, signIn, caFile };
}

describe("toCurlCommand", () => {
  it("reads secrets from the environment", () => {
    const [none, withKey, withToken, withName] = getArguments(
      (
        [
          { kind: "none" },
          { kind: "accessKey" },
          { kind: "token", userId: "102" },
          { kind: "basic", username: "mara" },
        ] as const
      ).map((signIn) => toCurlCommand(request(signIn))),
    );
    assert.deepEqual(none, ["--globoff", ...plain, url]);
    assert.deepEqual(withKey, ["--globoff", "--header", `X-Auth-AccessKey: ${key}`, ...plain, url]);
    assert.deepEqual(withToken, [
      "--globoff",
      "--header",
      `X-Auth-Token: ${key}`,
      "--header",
      "X-Auth-UserId: 102",
      ...plain,
      url,
    ]);
    // curl prompts for the password.
    assert.deepEqual(withName, ["--globoff", "--user", "mara", ...plain, url]);
    assert.deepEqual(
      (["none", "accessKey", "token", "basic"] as const).map((kind) =>
        getCurlSecretVariable({ kind, userId: "1", username: "m" }),
      ),
      [undefined, "TULEAP_ACCESS_KEY", "TULEAP_TOKEN", undefined],
    );
  });

  it("passes the trusted certificates of the site", () => {
    const [words] = getArguments([toCurlCommand(request({ kind: "none" }, "/etc/our 'own' ca.pem"))]);
    assert.deepEqual(words?.slice(5, 7), ["--cacert", "/etc/our 'own' ca.pem"]);
  });

  it("is a single command for any URL, user name or id", () => {
    const hostile = fc.oneof(
      fc.constantFrom(
        "'; rm -rf /; '",
        "$(id)",
        "`id`",
        "\\",
        "'",
        '"',
        "!!",
        "$HOME",
        "& id &",
        "\nid\n",
        "{a,b}",
      ),
      fc.string({ unit: "binary" }).map((text) => text.replaceAll("\0", "")),
    );
    const text = fc.array(hostile, { maxLength: 4 }).map((parts) => parts.join(""));
    // In one shell, because starting it takes longer than running a hundred commands.
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 50, maxLength: 50 }), (all) => {
        const commands = all.map(([path, name]) =>
          toCurlCommand({
            url: `https://a.example/${path}`,
            signIn: { kind: "token", userId: name },
            caFile: name,
          }),
        );
        assert.deepEqual(
          getArguments(commands),
          all.map(([path, name]) => [
            "--globoff",
            "--header",
            `X-Auth-Token: ${key}`,
            "--header",
            // Line breaks must not start another header.
            `X-Auth-UserId: ${name.replaceAll(/[\r\n]/g, "")}`,
            ...plain,
            "--cacert",
            name,
            `https://a.example/${path}`,
          ]),
        );
      }),
      { numRuns: 20 },
    );
  });
});
