import assert from "node:assert/strict";
import fc from "fast-check";
import type { Problem } from "../../../src/model/fields/fieldType.ts";
import type { Input } from "../../../src/model/fields/registry.ts";
import { type Draft, editDraft, getCurrentInput, emptyDraft } from "../../../src/model/form/draft.ts";
import { findField, type Form } from "../../../src/model/form/form.ts";
import { findProblemsByTarget } from "../../../src/model/form/problems.ts";
import { svnSettingsComparisonKey, type SvnSettings } from "../../../src/model/svn.ts";
import {
  getNewRepositoryOptions,
  toSvnSettings,
  svnFieldIds,
  createSvnForm,
  type SvnFormOptions,
  copyFieldBases,
} from "../../../src/model/svnForm.ts";
import { svnFormTexts } from "../../support/fixtures/svnFormTexts.ts";

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

const sampleSettings: SvnSettings = {
  commitRules: { isReferenceMandatory: true, isMessageChangeAllowed: false },
  immutableTags: { paths: ["/tags"], allowed: [] },
  accessFile: "[/]\n* = r\n",
  notifications: [],
  hasDefaultPermissions: true,
  others: {},
};

function createOptions(
  settings: SvnSettings | undefined,
  more: Partial<SvnFormOptions> = {},
): SvnFormOptions {
  const empty = { isNew: false, supportsLayout: false, hasDefaultPermissions: false, groups: [] };
  return { texts: svnFormTexts, settings, ...empty, ...more };
}

function createDraft(form: Form, ...inputs: readonly (readonly [keyof typeof svnFieldIds, Input])[]): Draft {
  return inputs.reduce<Draft>(
    (draft, [key, input]) => editDraft(form, draft, { target: svnFieldIds[key], input, step: "begin" }),
    emptyDraft,
  );
}

function list(...labels: readonly string[]): Input {
  return { kind: "openList", entries: labels.map((label) => ({ id: undefined, label })) };
}

const yes: Input = { kind: "choices", chosen: [{ id: "yes", label: "Yes" }] };
const no: Input = { kind: "choices", chosen: [{ id: "no", label: "No" }] };

/** One change of each kind with the resulting settings. */
const changes: readonly (readonly [
  keyof typeof svnFieldIds,
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
    [...findProblemsByTarget(form, draft)].map(([target, { kind }]) => [
      typeof target === "number" ? (findField(form, target)?.name ?? "") : target,
      kind,
    ]),
  );
}

describe("the form of Subversion settings", () => {
  it("preserves all settings including unknown ones", () => {
    fc.assert(
      fc.property(anySettings, (settings) => {
        const form = createSvnForm(createOptions(settings));
        assert.deepEqual(toSvnSettings(form, emptyDraft, settings), settings);
      }),
    );
  });

  for (const [key, input, expectedSettings] of changes) {
    it(`preserves all other settings when ${key} is changed`, () => {
      fc.assert(
        fc.property(anySettings, (settings) => {
          const form = createSvnForm(createOptions(settings));
          const sent = toSvnSettings(form, createDraft(form, [key, input]), settings);
          assert.deepEqual(sent, { ...settings, ...expectedSettings(settings) });
        }),
      );
    });
  }

  it("has default permissions only if the server reports them", () => {
    for (const hasDefaultPermissions of [true, false, undefined]) {
      const settings = { ...sampleSettings, hasDefaultPermissions };
      const form = createSvnForm(createOptions(settings));
      const field = findField(form, svnFieldIds.hasDefaultPermissions);
      assert.equal(field !== undefined, hasDefaultPermissions !== undefined);
      const draft: Draft =
        field === undefined ? emptyDraft : createDraft(form, ["hasDefaultPermissions", no]);
      const expected = hasDefaultPermissions === undefined ? undefined : false;
      assert.equal(toSvnSettings(form, draft, settings).hasDefaultPermissions, expected);
    }
  });

  it("shows unknown settings as read-only", () => {
    const unknownSettings = { something_new: { of: ["a", "later"] }, commit_rules: { is_signed: true } };
    const { fields } = createSvnForm(createOptions({ ...sampleSettings, others: unknownSettings }));
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

  it("still shows unknown settings when they are no longer readable", () => {
    const previousSettings = { ...sampleSettings, others: { something_new: 1 } };
    const form = createSvnForm(createOptions(undefined, { previousSettings }));
    assert.equal(form.isBlind, true);
    assert.deepEqual(
      form.fields.filter(({ access }) => access === "read").map(({ label }) => label),
      ["something_new"],
    );
  });

  it("requires every setting if none is readable, and an explicit choice for empty ones", () => {
    const form = createSvnForm(createOptions(undefined, { hasDefaultPermissions: true }));
    const required = Object.fromEntries(form.fields.map(({ name }) => [name, "required"]));
    assert.equal(Object.keys(required).length, 7);
    assert.deepEqual(problems(form, emptyDraft), required);
    const completeDraft = createDraft(
      form,
      ["isReferenceMandatory", yes],
      ["isMessageChangeAllowed", no],
      ["hasDefaultPermissions", no],
      ["immutablePaths", list()],
      ["allowedPaths", list("/tags/nightly")],
      ["accessFile", { kind: "text", source: "", format: "text" }],
      ["notifications", { kind: "notifications", rows: [] }],
    );
    assert.deepEqual(problems(form, completeDraft), {});
    assert.deepEqual(toSvnSettings(form, completeDraft, undefined), {
      commitRules: { isReferenceMandatory: true, isMessageChangeAllowed: false },
      immutableTags: { paths: [], allowed: ["/tags/nightly"] },
      accessFile: "",
      notifications: [],
      hasDefaultPermissions: false,
      others: {},
    });
  });

  it("continues with the values set last if none is readable", () => {
    fc.assert(
      fc.property(anySettings, (settings) => {
        const readable = createSvnForm(createOptions(settings));
        const unreadable = createSvnForm(
          createOptions(undefined, { hasDefaultPermissions: settings.hasDefaultPermissions !== undefined }),
        );
        const form = copyFieldBases(unreadable, readable);
        assert.deepEqual(toSvnSettings(form, emptyDraft, settings), settings);
        assert.deepEqual(findProblemsByTarget(form, emptyDraft).has(svnFieldIds.isReferenceMandatory), false);
      }),
    );
  });

  it("has a name and initial folders for a new repository only", () => {
    const form = createSvnForm(createOptions(sampleSettings, { isNew: true, supportsLayout: true }));
    const draft = createDraft(
      form,
      ["name", { kind: "line", text: "charts" }],
      ["layout", list("/trunk", "/tags")],
    );
    assert.deepEqual(getNewRepositoryOptions(form, draft), { name: "charts", layout: ["/trunk", "/tags"] });
    assert.equal(form.promoted.title, svnFieldIds.name);
    const existing = createSvnForm(createOptions(sampleSettings, { supportsLayout: true }));
    assert.deepEqual(
      [svnFieldIds.name, svnFieldIds.layout].map((id) => getCurrentInput(existing, emptyDraft, id)),
      [undefined, undefined],
    );
  });

  for (const [name, problem] of [
    ["", "required"],
    ["ab", "invalidRepositoryName"],
    ["abc", undefined],
    ["1bc", "invalidRepositoryName"],
    ["a b", "invalidRepositoryName"],
    ["a-B_.9", undefined],
    ["é-repository", "invalidRepositoryName"],
    ["a/b", "invalidRepositoryName"],
    [`a${"b".repeat(254)}`, undefined],
    [`a${"b".repeat(255)}`, "tooLong"],
    ["abc\n", "multipleLines"],
  ] as const) {
    it(`reports ${problem ?? "nothing"} for the name ${JSON.stringify(name.slice(0, 20))}`, () => {
      const form = createSvnForm(createOptions(sampleSettings, { isNew: true }));
      assert.equal(
        problems(form, createDraft(form, ["name", { kind: "line", text: name }]))["name"],
        problem,
      );
    });
  }

  it("requires a unique path and recipients in each notification", () => {
    const form = createSvnForm(createOptions(undefined));
    const row = { path: "/a", emails: ["x@y.example"], users: [], groups: [] };
    const of = (...rows: readonly (typeof row)[]) =>
      problems(form, createDraft(form, ["notifications", { kind: "notifications", rows }]))[
        "email_notifications"
      ];
    assert.equal(of(row, { ...row, path: "/b" }), undefined);
    assert.equal(of(row, { ...row, path: " " }), "incompleteNotification");
    assert.equal(of({ ...row, emails: [] }), "incompleteNotification");
    assert.equal(of(row, row), "duplicatePath");
  });

  it("recognizes equal settings in another order, and different ones", () => {
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
        assert.equal(svnSettingsComparisonKey(turned), svnSettingsComparisonKey(one));
        const isSame = svnSettingsComparisonKey(one) === svnSettingsComparisonKey(other);
        if (isSame) assert.equal(one.accessFile, other.accessFile);
        const changed = { ...one, accessFile: `${one.accessFile}!` };
        assert.notEqual(svnSettingsComparisonKey(changed), svnSettingsComparisonKey(one));
      }),
    );
  });
});
