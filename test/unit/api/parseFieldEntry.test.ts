import assert from "node:assert/strict";
import { toWireEntries } from "../../../src/api/artifacts.ts";
import { parseFieldValue } from "../../../src/api/format/parseFieldValue.ts";
import type { NewFieldValue } from "../../../src/model/fields/registry.ts";

function parse(type: string, members: object): ReturnType<typeof parseFieldValue> {
  return parseFieldValue({ field_id: 1, label: "Field", type, ...members }, 0);
}

describe("parseFieldEntry", () => {
  // An element left out when the list is written back would be deleted on the server.
  const invalid: readonly (readonly [string, object])[] = [
    ["art_link", { links: [{ id: 1 }, { id: "12x" }], reverse_links: [] }],
    [
      "file",
      {
        file_descriptions: [
          { id: 1, name: "a" },
          { id: null, name: "b" },
        ],
      },
    ],
    ["msb", { values: [], bind_value_ids: [1, {}] }],
    ["int", { value: "1,5" }],
    ["float", { value: "many" }],
    ["perm", { granted_groups: [], granted_groups_ids: [{}] }],
  ];
  for (const [type, members] of invalid) {
    it(`marks a partly invalid value as unreadable: ${type} ${JSON.stringify(members)}`, () => {
      assert.equal(parse(type, members).kind, "unreadable");
    });
  }

  it("accepts empty values", () => {
    const empty: readonly (readonly [string, object, object])[] = [
      ["string", { value: null }, { kind: "string", text: "" }],
      ["int", { value: null }, { kind: "int", number: undefined }],
      ["int", { value: "" }, { kind: "int", number: undefined }],
      [
        "sb",
        { values: [{ id: null, display_name: "Nobody" }], bind_value_ids: [100] },
        { kind: "choices", chosen: [] },
      ],
      ["date", { value: null, is_time_displayed: false }, { kind: "date", date: undefined, withTime: false }],
      ["art_link", { links: "", reverse_links: null }, { kind: "links", forward: [], reverse: [] }],
    ];
    for (const [type, members, value] of empty) {
      const read = parse(type, members);
      assert.deepEqual(read.kind === "entry" && read.value, value);
    }
  });

  it("unescapes the source of steps", () => {
    const read = parse("ttmstepdef", {
      value: [
        {
          description: "<p>x</p>",
          description_format: "html",
          commonmark_description: "a &lt; b &amp;&amp; c",
          expected_results: "",
        },
      ],
    });
    assert.ok(read.kind === "entry" && read.value.kind === "steps");
    assert.deepEqual(
      [read.value.steps[0]?.description, read.value.steps[0]?.descriptionFormat],
      ["a < b && c", "commonmark"],
    );
  });
});

describe("toWireEntries", () => {
  const conversions: readonly (readonly [NewFieldValue, object])[] = [
    [{ kind: "string", text: "12" }, { value: "12" }],
    [
      { kind: "text", source: "**b**", format: "commonmark" },
      { value: { content: "**b**", format: "commonmark" } },
    ],
    [{ kind: "int", number: undefined }, { value: "" }],
    [{ kind: "float", number: 1.5 }, { value: 1.5 }],
    [{ kind: "date", date: undefined }, { value: "" }],
    [{ kind: "choices", ids: [] }, { bind_value_ids: [] }],
    [{ kind: "openList", entries: [] }, { bind_value_ids: [] }],
    [
      {
        kind: "openList",
        entries: [
          { id: 3, label: "a" },
          { id: undefined, label: "new" },
          { id: "o12", label: "typed before" },
          { id: "101_3", label: "a group" },
        ],
      },
      {
        value: {
          bind_value_objects: [{ id: 3 }, { label: "new" }, { label: "typed before" }, { id: "101_3" }],
        },
      },
    ],
    [{ kind: "files", ids: [1, 2] }, { value: [1, 2] }],
    [
      { kind: "links", links: [{ artifactId: 4, type: "_is_child" }] },
      { links: [{ id: 4, type: "_is_child" }] },
    ],
    [
      {
        kind: "allLinks",
        forward: [{ artifactId: 4, type: "" }],
        reverse: [{ artifactId: 5, type: "custom" }],
      },
      {
        all_links: [
          { id: 4, direction: "forward", type: "" },
          { id: 5, direction: "reverse", type: "custom" },
        ],
      },
    ],
    [{ kind: "parent", artifactId: 9 }, { parent: { id: 9 } }],
    [{ kind: "permissions", groupIds: ["101_3", 142] }, { value: { granted_groups: ["101_3", 142] } }],
    [{ kind: "manual", number: 7 }, { manual_value: 7 }],
    [{ kind: "automatic" }, { is_autocomputed: true }],
    [
      {
        kind: "steps",
        steps: [{ description: "d", descriptionFormat: "text", expected: "e", expectedFormat: "html" }],
      },
      {
        value: [
          {
            description: "d",
            description_format: "text",
            expected_results: "e",
            expected_results_format: "html",
            rank: 1,
          },
        ],
      },
    ],
  ];
  for (const [edit, members] of conversions) {
    it(`converts ${JSON.stringify(edit)} to ${JSON.stringify(members)}`, () => {
      assert.deepEqual(toWireEntries([{ fieldId: 5, edit }]), [{ field_id: 5, ...members }]);
    });
  }
});
