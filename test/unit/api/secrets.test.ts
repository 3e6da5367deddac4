import assert from "node:assert/strict";
import fc from "fast-check";
import type { Credential } from "../../../src/api/network/credential.ts";
import { hiding } from "../../../src/api/network/secrets.ts";

type Encode = (secret: string) => string;

function bytesOf(text: string): readonly number[] {
  return [...Buffer.from(text, "utf8")];
}

function percent(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*~]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const htmlNames: Readonly<Record<string, string>> = {
  "&": "amp",
  "<": "lt",
  ">": "gt",
  '"': "quot",
  "'": "#039",
};

/** What a server may do to a text before it repeats it. */
const encodings: Readonly<Record<string, Encode>> = {
  "as it is": (text) => text,
  "percent-encoded": percent,
  "percent-encoded in lower case": (text) =>
    percent(text).replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
  "percent-encoded throughout": (text) =>
    bytesOf(text)
      .map((byte) => `%${byte.toString(16).padStart(2, "0")}`)
      .join(""),
  "form-encoded": (text) => percent(text).replaceAll("%20", "+"),
  "HTML-escaped": (text) => text.replaceAll(/[&<>"']/g, (mark) => `&${htmlNames[mark] ?? ""};`),
  "HTML-escaped by number": (text) => Array.from(text, (mark) => `&#${mark.codePointAt(0) ?? 0};`).join(""),
  "HTML-escaped by hexadecimal number": (text) =>
    Array.from(text, (mark) => `&#x${(mark.codePointAt(0) ?? 0).toString(16)};`).join(""),
  "JSON-escaped": (text) => JSON.stringify(text).slice(1, -1),
  "JSON-escaped as PHP does": (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replaceAll("/", String.raw`\/`)
      .replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  "with slashes": (text) => text.replaceAll(/['"\\]/g, String.raw`\$&`),
  hexadecimal: (text) => Buffer.from(text, "utf8").toString("hex"),
  "in capitals": (text) => text.toUpperCase(),
};

const base64: Readonly<Record<string, Encode>> = {
  Base64: (text) => Buffer.from(text, "utf8").toString("base64"),
  "unpadded Base64": (text) => Buffer.from(text, "utf8").toString("base64").replaceAll("=", ""),
  base64url: (text) => Buffer.from(text, "utf8").toString("base64url"),
  "percent-encoded Base64": (text) => percent(Buffer.from(text, "utf8").toString("base64")),
};

const hexKey = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const key: Credential = { kind: "accessKey", key: `tlp-k1-42.${hexKey}` };

function basic(password: string): Credential {
  return { kind: "basic", username: "ada", password };
}

/** Long enough that it can't be part of the words around it. A backslash before another escape can be read in two ways. */
const anyPassword = fc
  .string({
    unit: fc.constantFrom(...Array.from(`0123456789%&<>"'\\/+ -_=;#xuaAé€😀`)),
    minLength: 8,
    maxLength: 24,
  })
  .filter((text) => text.trim().length >= 8 && !(text.includes("\\") && /[%&xu]/i.test(text)));

describe("what a server repeats of a secret", () => {
  for (const [name, encode] of Object.entries({ ...encodings, ...base64 })) {
    it(`is hidden ${name}`, () => {
      for (const secret of [`tlp-k1-42.${hexKey}`, `42.${hexKey}`, hexKey]) {
        const safe = hiding(key)(`Bad key (${encode(secret)}).`);
        assert.match(safe, /^Bad key \(.{0,24}…(?:%3D)*\)\.$/u, name);
        assert.ok(!safe.includes(encode(hexKey).slice(4, 20)), safe);
      }
    });
  }

  it("is hidden in any spelling and any two of them, whatever the password", () => {
    const anyEncoding = fc.constantFrom(...Object.entries(encodings));
    fc.assert(
      fc.property(anyPassword, anyEncoding, anyEncoding, (password, [first, one], [second, other]) => {
        // Both are only looked for where they are what the server began with.
        fc.pre(first === "as it is" || !["in capitals", "hexadecimal"].includes(second));
        const safe = hiding(basic(password))(`It said: ${other(one(password))} so`);
        // A backslash at its end can't be told from an escape of the space after it.
        assert.match(safe, /^It said:\s*…(?:[\s\\]|&#(?:92|x5c);|%5c)*so$/iu);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is hidden in Base64, alone and after a name, padded or not, whatever the password", () => {
    fc.assert(
      fc.property(
        anyPassword,
        fc.constantFrom(...Object.values(base64)),
        fc.string(),
        (password, encode, name) => {
          const repeated = encode(`${name}:${password}`);
          const safe = hiding(basic(password))(`Authorization was (${repeated})`);
          const held = Buffer.from(/\((.*?)…/u.exec(safe)?.[1] ?? repeated, "base64").toString("utf8");
          assert.match(safe, /…(?:%3D)*\)$/u);
          assert.ok(!held.includes(password.slice(0, 4)), safe);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("is hidden where a text is longer than what is kept of it, and at its cut", () => {
    const [secret, hide] = [`tlp-k1-42.${hexKey}`, hiding(key)];
    for (let length = 11_050; length < 11_250; length += 6) {
      const safe = hide(`${"x ".repeat(length / 2)}${secret}${" y".repeat(100_000)}`);
      assert.ok(!safe.includes("tlp-k1-42.9f8"), safe.slice(-100));
      assert.ok(safe.length < 20_000);
    }
    // Secrets get shorter when they are hidden: what is cut must not come into sight by that.
    const safe = hide(secret.repeat(10_000));
    assert.match(safe, /^…*$/u);
  });

  it("leaves all other words as they are", () => {
    const text = `Field 42 "Résumé" isn't valid: a+b%20c &amp; \\n tlp-k1- 9f86 \u{1F600}`;
    assert.equal(hiding(key)(text), text);
    assert.equal(hiding(basic("abc"))("abc is too short to be hidden"), "abc is too short to be hidden");
    assert.equal(hiding(undefined)(text), text);
    assert.equal(hiding(basic(""))(text), text);
  });

  it("takes no time to speak of, whatever a server makes of 16 MiB", () => {
    const size = 16 * 1024 * 1024;
    for (const part of ["/", "&", "&amp;", "%25", "\\", hexKey.slice(0, -1), `tlp-k1-42.${hexKey}`]) {
      const text = part.repeat(size / part.length);
      const before = process.cpuUsage();
      hiding(key)(text);
      assert.ok(process.cpuUsage(before).user < 1_000_000, part);
    }
  });
});
