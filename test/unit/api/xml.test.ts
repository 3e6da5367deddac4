import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeXml, toXmlRequestBody, canEncodeAsXml } from "../../../src/api/format/xml.ts";
import { toElements } from "../../../src/model/fields/readWireValue.ts";

/** Values of a request that XML can encode. */
const name = fc.stringMatching(/^[a-z][a-z_]{0,8}$/).filter((each) => each !== "item" && each !== "text");
const scalar = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
  fc.integer(),
  fc.constant(true),
);
const { value: encodable } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie("value"), { minLength: 1, maxLength: 3 }),
    fc.dictionary(name, tie("value"), { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
  ),
}));

/** XML has no numbers or lists: values are compared as texts and elements. */
function toTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toTexts);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toTexts(member)]));
  }
  return String(value);
}

function assertMatches(sent: unknown, read: unknown): void {
  if (Array.isArray(sent)) {
    const items = toElements(read);
    assert.equal(items.length, sent.length);
    sent.forEach((each, index) => assertMatches(each, items[index]));
  } else if (typeof sent === "object" && sent !== null) {
    assert.ok(typeof read === "object" && read !== null);
    const members = read as Record<string, unknown>;
    assert.deepEqual(Object.keys(members).toSorted(), Object.keys(sent).toSorted());
    for (const [key, member] of Object.entries(sent)) assertMatches(member, members[key]);
  } else {
    assert.equal(read, toTexts(sent));
  }
}

describe("XML", () => {
  it("decodes what it encodes", () => {
    fc.assert(
      fc.property(
        fc.dictionary(name, encodable, { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
        (body) => {
          fc.pre(canEncodeAsXml(body));
          assertMatches(body, decodeXml(toXmlRequestBody(body)));
        },
      ),
      { numRuns: 500 },
    );
  });

  for (const value of [
    "",
    " ",
    "007",
    "12",
    "-3",
    "1e3",
    ".5",
    "true",
    "False",
    "null",
    " padded ",
    "a\rb",
    "\u0000",
    "\ud800",
    false,
    null,
    [],
    {},
    [""],
  ]) {
    it(`can't encode ${JSON.stringify(value)}`, () => {
      assert.equal(canEncodeAsXml({ value }), false);
    });
  }

  it("encodes the root as `request`, members as elements and list elements as `item`", () => {
    const body = {
      values: [
        { field_id: 3, value: "a < b & c" },
        { field_id: 4, bind_value_ids: [7, 8] },
      ],
    };
    assert.equal(
      toXmlRequestBody(body),
      `<?xml version="1.0" encoding="UTF-8"?><request><values>` +
        `<item><field_id>3</field_id><value>a &lt; b &amp; c</value></item>` +
        `<item><field_id>4</field_id><bind_value_ids><item>7</item><item>8</item></bind_value_ids></item>` +
        `</values></request>`,
    );
  });

  it("decodes all forms of lists", () => {
    const read = decodeXml(
      `<response><none/><one>126</one><several><text>1</text><text>2</text></several><objects><item><id>1</id></item></objects></response>`,
    ) as Record<string, unknown>;
    assert.deepEqual(
      ["none", "one", "several", "objects"].map((member) => toElements(read[member])),
      [[], ["126"], ["1", "2"], [{ id: "1" }]],
    );
    assert.deepEqual(decodeXml("<response><item><id>1</id></item><item><id>2</id></item></response>"), [
      { id: "1" },
      { id: "2" },
    ]);
  });

  const rejected = [
    `<!DOCTYPE r [<!ENTITY a "boom">]><r>&a;</r>`,
    `<!doctype r SYSTEM "file:///etc/passwd"><r/>`,
    `<r>&nbsp;</r>`,
    `<r>&unknown;</r>`,
    `<r>&#x110000;</r>`,
    `<r>&#xD800;</r>`,
    `<r>&#0;</r>`,
    `<r>&toString;</r>`,
    `<r><open></r>`,
    `no xml`,
    ``,
  ];
  for (const document of rejected) {
    it(`rejects ${document.slice(0, 40)}`, () => {
      assert.throws(() => decodeXml(document));
    });
  }

  it("decodes CDATA and ignores processing instructions", () => {
    const document = `<?xml version="1.0"?><?style a?><r><t><![CDATA[AT&T; <!DOCTYPE x>]]></t></r>`;
    assert.deepEqual(decodeXml(document), { t: "AT&T; <!DOCTYPE x>" });
  });

  it("decodes the five XML entities and character references", () => {
    assert.deepEqual(decodeXml("<r><t>&lt;&gt;&amp;&quot;&apos;&#233;&#x1F600;</t></r>"), { t: `<>&"'é😀` });
  });
});
