// Checks that the detectors of this suite find violations.
import assert from "node:assert/strict";
import { startForeignServer } from "../support/foreignServer.ts";
import { containsSecret } from "../support/findSecrets.ts";
import { generatePayloads } from "../support/payloads.ts";
import { payloadCount, seed } from "../support/runSettings.ts";
import { type Surface, findTextViolations, findMarkdownViolations } from "../support/surfaces.ts";

describe("violation detectors", () => {
  const payloads = generatePayloads(seed, payloadCount);

  it("use enough distinct payloads, the same for the same seed", () => {
    assert.ok(payloads.length >= 2_000);
    assert.equal(new Set(payloads.map(({ text }) => text)).size, payloads.length);
    assert.deepEqual(generatePayloads(seed, 50), payloads.slice(0, 50));
    assert.notDeepEqual(generatePayloads(seed + 1, 50), payloads.slice(0, 50));
  });

  it("find unescaped text on every surface of VS Code", () => {
    const countViolations = (surface: Surface): number =>
      payloads.flatMap(({ text }) => findTextViolations({ surface, where: "", text })).length;
    // About a quarter of the payloads contain control characters; others contain links and icons.
    assert.ok(countViolations("label") > payloads.length / 10);
    assert.ok(countViolations("message") > countViolations("label") + payloads.length / 50);
    assert.ok(countViolations("pick") > countViolations("label") + payloads.length / 50);
    const markdownViolations = payloads.filter(
      ({ text }) => findMarkdownViolations({ where: "", value: text }).length > 0,
    );
    assert.ok(markdownViolations.length > payloads.length / 5);
  });

  it("find Markdown with too much trust", () => {
    const value = "[x](command:artifacts.openArtifact?%5B%7B%22artifactId%22%3A1%7D%5D)";
    const trusted = { enabledCommands: ["artifacts.openArtifact"] };
    assert.deepEqual(findMarkdownViolations({ where: "", value, isTrusted: trusted }), []);
    const violations = [
      { where: "", value, isTrusted: true },
      { where: "", value },
      { where: "", value: "x", supportHtml: true },
      { where: "", value: value.replace("openArtifact", "quit"), isTrusted: trusted },
      { where: "", value: value.replace("artifactId", "shell"), isTrusted: trusted },
      { where: "", value: "![x](https://elsewhere.example/)" },
      { where: "", value: "$(skull-1)", supportThemeIcons: true },
    ];
    for (const markdown of violations) {
      assert.ok(findMarkdownViolations(markdown).length > 0, JSON.stringify(markdown));
    }
  });

  it("find a key in common encodings", () => {
    const key = "tlp-k1-2.70dcb2e8bedbea7d3fc040fd05fde955";
    const encodedTexts = [
      `a ${key} b`,
      encodeURIComponent(`?key=${key}`),
      Buffer.from(`ab:${key}`).toString("base64"),
      Buffer.from(`abc:${key}:d`).toString("base64url"),
      Buffer.from(key).toString("hex"),
      key.toUpperCase(),
    ];
    for (const text of encodedTexts) assert.ok(containsSecret(text, [key]), text);
    assert.ok(!containsSecret("tlp-k1-2.70dcb2e8", [key]));
  });

  it("find requests to a foreign server", async () => {
    const foreignServer = await startForeignServer();
    await fetch(`http://${foreignServer.host}/`, { headers: { "x-auth-accesskey": "of-mine" } });
    assert.equal(foreignServer.countConnections(), 1);
    assert.ok(containsSecret(foreignServer.getReceivedBytes(), ["of-mine"]));
    await foreignServer.close();
  });
});
