import assert from "node:assert/strict";
import { controlOf } from "../../../src/model/fields/hostRegistry.ts";
import { withGroupLabels } from "../../../src/model/form/build.ts";
import type { Field } from "../../../src/model/tracker.ts";
import { groupLabel } from "../../../src/model/user.ts";

const field: Field = {
  kind: "field",
  id: 1,
  name: "groups",
  label: "Groups",
  description: undefined,
  type: "msb",
  isRequired: false,
  permissions: new Set(["read", "update"]),
  binding: "ugroups",
  choices: [{ id: "101_3", label: "Membres du projet", isHidden: false, color: undefined }],
  withTime: false,
  maxLength: undefined,
  maxUploadBytes: undefined,
  linkTypes: [],
  isHidden: false,
  staticText: undefined,
  isRestrictedByDefault: false,
  defaultValue: undefined,
};
const chosen = [
  { id: "101_3", label: "Project members" },
  { id: "142", label: "developers" },
];
const labelled = [{ id: "101_3", label: "Membres du projet" }, chosen[1]];

describe("the label of a user group", () => {
  it("is a readable one for what comes with every project, and its name for others", () => {
    assert.deepEqual(
      [
        "project_members",
        "ugroup_wiki_admin_name_key",
        "file_manager_admins",
        "developers",
        "ugroup_john",
      ].map(groupLabel),
      ["Project members", "Wiki administrators", "File manager administrators", "developers", "ugroup_john"],
    );
  });

  it("is that of the field, in every kind of list that groups can be chosen in", () => {
    for (const type of ["sb", "msb", "rb", "cb"]) {
      const value = withGroupLabels({ kind: "choices", chosen }, controlOf({ ...field, type }));
      assert.deepEqual(value, { kind: "choices", chosen: labelled }, type);
    }
    assert.deepEqual(
      withGroupLabels({ kind: "openList", entries: chosen }, controlOf({ ...field, type: "tbl" })),
      {
        kind: "openList",
        entries: labelled,
      },
    );
    const permissions = controlOf({ ...field, type: "perm", binding: undefined });
    assert.deepEqual(withGroupLabels({ kind: "permissions", groups: chosen }, permissions), {
      kind: "permissions",
      groups: labelled,
    });
  });

  it("is no matter of lists of anything else", () => {
    const control = controlOf({ ...field, binding: "users" });
    assert.deepEqual(withGroupLabels({ kind: "choices", chosen }, control), { kind: "choices", chosen });
  });
});
