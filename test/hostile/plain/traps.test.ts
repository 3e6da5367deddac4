// A suite that finds nothing has to show that it would.
import assert from "node:assert/strict";
import { startElsewhere } from "../support/elsewhere.ts";
import { holds } from "../support/keyOnDisk.ts";
import { payloads } from "../support/payloads.ts";
import { payloadCount, seed } from "../support/plan.ts";
import { type Surface, violationsOf, violationsOfMarkdown } from "../support/surfaces.ts";

describe("the traps of this suite", () => {
  const all = payloads(seed, payloadCount);

  it("are payloads enough, no two alike, and the same ones for the same seed", () => {
    assert.ok(all.length >= 2_000);
    assert.equal(new Set(all.map(({ text }) => text)).size, all.length);
    assert.deepEqual(payloads(seed, 50), all.slice(0, 50));
    assert.notDeepEqual(payloads(seed + 1, 50), all.slice(0, 50));
  });

  it("notice raw text in every place where VS Code makes something of it", () => {
    const noticed = (surface: Surface): number =>
      all.flatMap(({ text }) => violationsOf({ surface, where: "", text })).length;
    // Control characters alone are in about a quarter of them; links and icons come on top.
    assert.ok(noticed("label") > all.length / 10);
    assert.ok(noticed("message") > noticed("label") + all.length / 50);
    assert.ok(noticed("pick") > noticed("label") + all.length / 50);
    const inMarkdown = all.filter(({ text }) => violationsOfMarkdown({ where: "", value: text }).length > 0);
    assert.ok(inMarkdown.length > all.length / 5);
  });

  it("notice trust that goes too far", () => {
    const value = "[x](command:artifacts.openArtifact?%5B%7B%22artifactId%22%3A1%7D%5D)";
    const trusted = { enabledCommands: ["artifacts.openArtifact"] };
    assert.deepEqual(violationsOfMarkdown({ where: "", value, isTrusted: trusted }), []);
    const others = [
      { where: "", value, isTrusted: true },
      { where: "", value },
      { where: "", value: "x", supportHtml: true },
      { where: "", value: value.replace("openArtifact", "quit"), isTrusted: trusted },
      { where: "", value: value.replace("artifactId", "shell"), isTrusted: trusted },
      { where: "", value: "![x](https://elsewhere.example/)" },
      { where: "", value: "$(skull-1)", supportThemeIcons: true },
    ];
    for (const each of others) assert.ok(violationsOfMarkdown(each).length > 0, JSON.stringify(each));
  });

  it("notice a key in whatever it is wrapped", () => {
    const key = "tlp-k1-2.70dcb2e8bedbea7d3fc040fd05fde955";
    const wrapped = [
      `a ${key} b`,
      encodeURIComponent(`?key=${key}`),
      Buffer.from(`ab:${key}`).toString("base64"),
      Buffer.from(`abc:${key}:d`).toString("base64url"),
      Buffer.from(key).toString("hex"),
      key.toUpperCase(),
    ];
    for (const text of wrapped) assert.ok(holds(text, [key]), text);
    assert.ok(!holds("tlp-k1-2.70dcb2e8", [key]));
  });

  it("notice whoever asks elsewhere", async () => {
    const elsewhere = await startElsewhere();
    await fetch(`http://${elsewhere.host}/`, { headers: { "x-auth-accesskey": "of-mine" } });
    assert.equal(elsewhere.connections(), 1);
    assert.ok(holds(elsewhere.received(), ["of-mine"]));
    await elsewhere.close();
  });
});
