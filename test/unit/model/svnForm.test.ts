import assert from "node:assert/strict";
import fc from "fast-check";
import type { Problem } from "../../../src/model/fields/fieldType.ts";
import type { Input } from "../../../src/model/fields/registry.ts";
import { type Draft, edited, inputIn, untouched } from "../../../src/model/form/draft.ts";
import { fieldOf, type Form } from "../../../src/model/form/form.ts";
import { problemsOf } from "../../../src/model/form/problems.ts";
import { settingsKey, type SvnSettings } from "../../../src/model/svn.ts";
import {
  beginningIn,
  settingsIn,
  svnFields,
  svnForm,
  type SvnFormParts,
  withBasesOf,
} from "../../../src/model/svnForm.ts";
import { words } from "../../support/fixtures/svnForms.ts";

const plainly = { noNullPrototype: true };
const text = fc.string({ unit: "grapheme", maxLength: 8 });
const texts = fc.uniqueArray(
  text.filter((each) => each !== ""),
  { maxLength: 3 },
);
const chosen = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 9 }), label: text }, plainly), {
  maxLength: 3,
  selector: ({ id }) => id,
});
const others = fc.dictionary(fc.constantFrom("later", "toString", "commit"), fc.jsonValue(), {
  ...plainly,
  maxKeys: 2,
});

const anySettings: fc.Arbitrary<SvnSettings> = fc.record(
  {
    commitRules: fc.record(
      { isReferenceMandatory: fc.boolean(), isMessageChangeAllowed: fc.boolean() },
      plainly,
    ),
    immutableTags: fc.record({ paths: texts, allowed: texts }, plainly),
    accessFile: fc.string({ unit: fc.constantFrom("a", "\r\n", "\n", "[/]", " ", "é") }),
    notifications: fc.uniqueArray(
      fc.record({ path: text, emails: texts, users: chosen, groups: chosen, others }, plainly),
      { maxLength: 3, selector: ({ path }) => path },
    ),
    hasDefaultPermissions: fc.option(fc.boolean(), { nil: undefined }),
    others: fc.record(
      { commit_rules: others, immutable_tags: others, something_new: fc.jsonValue() },
      { ...plainly, requiredKeys: [] },
    ),
  },
  plainly,
);

const some: SvnSettings = {
  commitRules: { isReferenceMandatory: true, isMessageChangeAllowed: false },
  immutableTags: { paths: ["/tags"], allowed: [] },
  accessFile: "[/]\n* = r\n",
  notifications: [],
  hasDefaultPermissions: true,
  others: {},
};

function partsOf(settings: SvnSettings | undefined, more: Partial<SvnFormParts> = {}): SvnFormParts {
  const empty = { isNew: false, takesLayout: false, hasPermissions: false, groups: [] };
  return { words, settings, ...empty, ...more };
}

function typed(form: Form, ...inputs: readonly (readonly [keyof typeof svnFields, Input])[]): Draft {
  return inputs.reduce<Draft>(
    (draft, [key, input]) => edited(form, draft, { target: svnFields[key], input, step: "begin" }),
    untouched,
  );
}

function list(...labels: readonly string[]): Input {
  return { kind: "openList", entries: labels.map((label) => ({ id: undefined, label })) };
}

const yes: Input = { kind: "choices", chosen: [{ id: "yes", label: "Yes" }] };
const no: Input = { kind: "choices", chosen: [{ id: "no", label: "No" }] };

/** One change of each kind, and what becomes of the settings by it. */
const changes: readonly (readonly [
  keyof typeof svnFields,
  Input,
  (settings: SvnSettings) => Partial<SvnSettings>,
])[] = [
  [
    "isReferenceMandatory",
    yes,
    ({ commitRules }) => ({ commitRules: { ...commitRules, isReferenceMandatory: true } }),
  ],
  [
    "isMessageChangeAllowed",
    no,
    ({ commitRules }) => ({ commitRules: { ...commitRules, isMessageChangeAllowed: false } }),
  ],
  [
    "immutablePaths",
    list("/x", "/y"),
    ({ immutableTags }) => ({ immutableTags: { ...immutableTags, paths: ["/x", "/y"] } }),
  ],
  ["allowedPaths", list(), ({ immutableTags }) => ({ immutableTags: { ...immutableTags, allowed: [] } })],
  ["accessFile", { kind: "text", source: "[/]\r\n", format: "text" }, () => ({ accessFile: "[/]\r\n" })],
  [
    "notifications",
    { kind: "notifications", rows: [{ path: "//", emails: ["a"], users: [], groups: [] }] },
    () => ({ notifications: [{ path: "//", emails: ["a"], users: [], groups: [], others: {} }] }),
  ],
];

function problems(form: Form, draft: Draft): Readonly<Record<string, Problem["kind"]>> {
  return Object.fromEntries(
    [...problemsOf(form, draft)].map(([target, { kind }]) => [
      typeof target === "number" ? (fieldOf(form, target)?.name ?? "") : target,
      kind,
    ]),
  );
}

describe("the form of a repository's settings", () => {
  it("gives back all settings as they were read, also those that it does not know", () => {
    fc.assert(
      fc.property(anySettings, (settings) => {
        const form = svnForm(partsOf(settings));
        assert.deepEqual(settingsIn(form, untouched, settings), settings);
      }),
    );
  });

  for (const [key, input, becomes] of changes) {
    it(`leaves everything else as it was where ${key} is changed`, () => {
      fc.assert(
        fc.property(anySettings, (settings) => {
          const form = svnForm(partsOf(settings));
          const sent = settingsIn(form, typed(form, [key, input]), settings);
          assert.deepEqual(sent, { ...settings, ...becomes(settings) });
        }),
      );
    });
  }

  it("has default permissions only where the server showed them", () => {
    for (const hasDefaultPermissions of [true, false, undefined]) {
      const settings = { ...some, hasDefaultPermissions };
      const form = svnForm(partsOf(settings));
      const field = fieldOf(form, svnFields.hasDefaultPermissions);
      assert.equal(field !== undefined, hasDefaultPermissions !== undefined);
      const draft: Draft = field === undefined ? untouched : typed(form, ["hasDefaultPermissions", no]);
      const expected = hasDefaultPermissions === undefined ? undefined : false;
      assert.equal(settingsIn(form, draft, settings).hasDefaultPermissions, expected);
    }
  });

  it("shows what else the server said, and lets nobody change it", () => {
    const told = { something_new: { of: ["a", "later"] }, commit_rules: { is_signed: true } };
    const { fields } = svnForm(partsOf({ ...some, others: told }));
    assert.deepEqual(
      fields
        .filter(({ access }) => access === "read")
        .map(({ label, value }) => [label, value?.kind === "other" ? value.text : undefined]),
      [
        ["commit_rules.is_signed", "true"],
        ["something_new", '{"of":["a","later"]}'],
      ],
    );
  });

  it("still shows what else the server said where it says nothing any more", () => {
    const earlier = { ...some, others: { something_new: 1 } };
    const form = svnForm(partsOf(undefined, { earlier }));
    assert.equal(form.isBlind, true);
    assert.deepEqual(
      form.fields.filter(({ access }) => access === "read").map(({ label }) => label),
      ["something_new"],
    );
  });

  it("takes every setting where none can be read, an empty one only if it is said", () => {
    const form = svnForm(partsOf(undefined, { hasPermissions: true }));
    const required = Object.fromEntries(form.fields.map(({ name }) => [name, "required"]));
    assert.equal(Object.keys(required).length, 7);
    assert.deepEqual(problems(form, untouched), required);
    const given = typed(
      form,
      ["isReferenceMandatory", yes],
      ["isMessageChangeAllowed", no],
      ["hasDefaultPermissions", no],
      ["immutablePaths", list()],
      ["allowedPaths", list("/tags/nightly")],
      ["accessFile", { kind: "text", source: "", format: "text" }],
      ["notifications", { kind: "notifications", rows: [] }],
    );
    assert.deepEqual(problems(form, given), {});
    assert.deepEqual(settingsIn(form, given, undefined), {
      commitRules: { isReferenceMandatory: true, isMessageChangeAllowed: false },
      immutableTags: { paths: [], allowed: ["/tags/nightly"] },
      accessFile: "",
      notifications: [],
      hasDefaultPermissions: false,
      others: {},
    });
  });

  it("goes on from what was given last where none can be read", () => {
    fc.assert(
      fc.property(anySettings, (settings) => {
        const readable = svnForm(partsOf(settings));
        const blind = svnForm(
          partsOf(undefined, { hasPermissions: settings.hasDefaultPermissions !== undefined }),
        );
        const form = withBasesOf(blind, readable);
        assert.deepEqual(settingsIn(form, untouched, settings), settings);
        assert.deepEqual(problemsOf(form, untouched).has(svnFields.isReferenceMandatory), false);
      }),
    );
  });

  it("takes a name, and folders to begin with, for a new one only", () => {
    const form = svnForm(partsOf(some, { isNew: true, takesLayout: true }));
    const draft = typed(
      form,
      ["name", { kind: "line", text: "charts" }],
      ["layout", list("/trunk", "/tags")],
    );
    assert.deepEqual(beginningIn(form, draft), { name: "charts", layout: ["/trunk", "/tags"] });
    assert.equal(form.promoted.title, svnFields.name);
    const there = svnForm(partsOf(some, { takesLayout: true }));
    assert.deepEqual(
      [svnFields.name, svnFields.layout].map((id) => inputIn(there, untouched, id)),
      [undefined, undefined],
    );
  });

  for (const [name, problem] of [
    ["", "required"],
    ["ab", "notAName"],
    ["abc", undefined],
    ["1bc", "notAName"],
    ["a b", "notAName"],
    ["a-B_.9", undefined],
    ["é-repository", "notAName"],
    ["a/b", "notAName"],
    [`a${"b".repeat(254)}`, undefined],
    [`a${"b".repeat(255)}`, "tooLong"],
    ["abc\n", "severalLines"],
  ] as const) {
    it(`says ${problem ?? "nothing"} of the name ${JSON.stringify(name.slice(0, 20))}`, () => {
      const form = svnForm(partsOf(some, { isNew: true }));
      assert.equal(problems(form, typed(form, ["name", { kind: "line", text: name }]))["name"], problem);
    });
  }

  it("wants a path and somebody to tell in each row, and each path once", () => {
    const form = svnForm(partsOf(undefined));
    const row = { path: "/a", emails: ["x@y.example"], users: [], groups: [] };
    const of = (...rows: readonly (typeof row)[]) =>
      problems(form, typed(form, ["notifications", { kind: "notifications", rows }]))["email_notifications"];
    assert.equal(of(row, { ...row, path: "/b" }), undefined);
    assert.equal(of(row, { ...row, path: " " }), "notificationIncomplete");
    assert.equal(of({ ...row, emails: [] }), "notificationIncomplete");
    assert.equal(of(row, row), "pathRepeated");
  });

  it("knows the same settings in another order, and other ones", () => {
    fc.assert(
      fc.property(anySettings, anySettings, (one, other) => {
        const turned: SvnSettings = {
          ...one,
          immutableTags: {
            paths: one.immutableTags.paths.toReversed(),
            allowed: one.immutableTags.allowed.toReversed(),
          },
          notifications: one.notifications
            .map((row) => ({ ...row, users: row.users.map(({ id }) => ({ id, label: "someone" })) }))
            .toReversed(),
        };
        assert.equal(settingsKey(turned), settingsKey(one));
        const isSame = settingsKey(one) === settingsKey(other);
        if (isSame) assert.equal(one.accessFile, other.accessFile);
        const changed = { ...one, accessFile: `${one.accessFile}!` };
        assert.notEqual(settingsKey(changed), settingsKey(one));
      }),
    );
  });
});
