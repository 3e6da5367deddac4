import assert from "node:assert/strict";
import fc from "fast-check";
import type { Credential } from "../../../src/api/network/credential.ts";
import { createSecretRedactor } from "../../../src/api/network/secretRedactor.ts";

type Encode = (secret: string) => string;

function getBytes(text: string): readonly number[] {
  return [...Buffer.from(text, "utf8")];
}

function percentEncode(text: string): string {
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

/** Encodings that a server may apply. */
const encodings: Readonly<Record<string, Encode>> = {
  unencoded: (text) => text,
  "percent-encoded": percentEncode,
  "percent-encoded in lower case": (text) =>
    percentEncode(text).replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
  "percent-encoded throughout": (text) =>
    getBytes(text)
      .map((byte) => `%${byte.toString(16).padStart(2, "0")}`)
      .join(""),
  "form-encoded": (text) => percentEncode(text).replaceAll("%20", "+"),
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
  "with backslashes": (text) => text.replaceAll(/['"\\]/g, String.raw`\$&`),
  hexadecimal: (text) => Buffer.from(text, "utf8").toString("hex"),
  "in capitals": (text) => text.toUpperCase(),
};

const base64: Readonly<Record<string, Encode>> = {
  Base64: (text) => Buffer.from(text, "utf8").toString("base64"),
  "unpadded Base64": (text) => Buffer.from(text, "utf8").toString("base64").replaceAll("=", ""),
  base64url: (text) => Buffer.from(text, "utf8").toString("base64url"),
  "percent-encoded Base64": (text) => percentEncode(Buffer.from(text, "utf8").toString("base64")),
};

const hexKey = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const key: Credential = { kind: "accessKey", key: `tlp-k1-42.${hexKey}` };

function createCredential(password: string): Credential {
  return { kind: "basic", username: "ada", password };
}

/** Long enough not to occur in the surrounding text. A backslash before another escape is ambiguous. */
const anyPassword = fc
  .string({
    unit: fc.constantFrom(...Array.from(`0123456789%&<>"'\\/+ -_=;#xuaAé€😀`)),
    minLength: 8,
    maxLength: 24,
  })
  .filter((text) => text.trim().length >= 8 && !(text.includes("\\") && /[%&xu]/i.test(text)));

describe("createSecretRedactor", () => {
  for (const [name, encode] of Object.entries({ ...encodings, ...base64 })) {
    it(`removes a secret ${name}`, () => {
      for (const secret of [`tlp-k1-42.${hexKey}`, `42.${hexKey}`, hexKey]) {
        const safe = createSecretRedactor(key)(`Bad key (${encode(secret)}).`);
        assert.match(safe, /^Bad key \(.{0,24}…(?:%3D)*\)\.$/u, name);
        assert.ok(!safe.includes(encode(hexKey).slice(4, 20)), safe);
      }
    });
  }

  it("removes any password in any one or two encodings", () => {
    const anyEncoding = fc.constantFrom(...Object.entries(encodings));
    fc.assert(
      fc.property(
        anyPassword,
        anyEncoding,
        anyEncoding,
        (password, [first, firstEncode], [second, secondEncode]) => {
          // Capitals and hexadecimal are recognized only as the first encoding.
          fc.pre(first === "unencoded" || !["in capitals", "hexadecimal"].includes(second));
          const safe = createSecretRedactor(createCredential(password))(
            `It said: ${secondEncode(firstEncode(password))} so`,
          );
          // A backslash at its end looks like an escape of the next space.
          assert.match(safe, /^It said:\s*…(?:[\s\\]|&#(?:92|x5c);|%5c)*so$/iu);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("removes any password in Base64, alone or after a user name, padded or not", () => {
    fc.assert(
      fc.property(
        anyPassword,
        fc.constantFrom(...Object.values(base64)),
        fc.string(),
        (password, encode, name) => {
          const encoded = encode(`${name}:${password}`);
          const safe = createSecretRedactor(createCredential(password))(`Authorization was (${encoded})`);
          const decoded = Buffer.from(/\((.*?)…/u.exec(safe)?.[1] ?? encoded, "base64").toString("utf8");
          assert.match(safe, /…(?:%3D)*\)$/u);
          assert.ok(!decoded.includes(password.slice(0, 4)), safe);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("removes secrets from truncated texts, also where they are cut", () => {
    const [secret, redact] = [`tlp-k1-42.${hexKey}`, createSecretRedactor(key)];
    for (let length = 11_050; length < 11_250; length += 6) {
      const safe = redact(`${"x ".repeat(length / 2)}${secret}${" y".repeat(100_000)}`);
      assert.ok(!safe.includes("tlp-k1-42.9f8"), safe.slice(-100));
      assert.ok(safe.length < 20_000);
    }
    // Redaction shortens the text, which must not uncover what was cut off.
    const safe = redact(secret.repeat(10_000));
    assert.match(safe, /^…*$/u);
  });

  it("doesn't change other text", () => {
    const text = `Field 42 "Résumé" isn't valid: a+b%20c &amp; \\n tlp-k1- 9f86 \u{1F600}`;
    assert.equal(createSecretRedactor(key)(text), text);
    assert.equal(
      createSecretRedactor(createCredential("abc"))("abc is too short to be hidden"),
      "abc is too short to be hidden",
    );
    assert.equal(createSecretRedactor(undefined)(text), text);
    assert.equal(createSecretRedactor(createCredential(""))(text), text);
  });

  it("is fast for any text of 16 MiB", () => {
    const size = 16 * 1024 * 1024;
    for (const part of ["/", "&", "&amp;", "%25", "\\", hexKey.slice(0, -1), `tlp-k1-42.${hexKey}`]) {
      const text = part.repeat(size / part.length);
      const before = process.cpuUsage();
      createSecretRedactor(key)(text);
      assert.ok(process.cpuUsage(before).user < 1_000_000, part);
    }
  });
});
