import assert from "node:assert/strict";
import { createControl } from "../../../src/model/fields/hostRegistry.ts";
import { applyGroupLabels } from "../../../src/model/form/createForm.ts";
import type { Field } from "../../../src/model/tracker.ts";
import { toGroupLabel } from "../../../src/model/user.ts";

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
  it("is readable for system groups, and the name for other groups", () => {
    assert.deepEqual(
      [
        "project_members",
        "ugroup_wiki_admin_name_key",
        "file_manager_admins",
        "developers",
        "ugroup_john",
      ].map(toGroupLabel),
      ["Project members", "Wiki administrators", "File manager administrators", "developers", "ugroup_john"],
    );
  });

  it("is the field's label in every kind of list with groups", () => {
    for (const type of ["sb", "msb", "rb", "cb"]) {
      const value = applyGroupLabels({ kind: "choices", chosen }, createControl({ ...field, type }));
      assert.deepEqual(value, { kind: "choices", chosen: labelled }, type);
    }
    assert.deepEqual(
      applyGroupLabels({ kind: "openList", entries: chosen }, createControl({ ...field, type: "tbl" })),
      {
        kind: "openList",
        entries: labelled,
      },
    );
    const permissions = createControl({ ...field, type: "perm", binding: undefined });
    assert.deepEqual(applyGroupLabels({ kind: "permissions", groups: chosen }, permissions), {
      kind: "permissions",
      groups: labelled,
    });
  });

  it("doesn't apply to other lists", () => {
    const control = createControl({ ...field, binding: "users" });
    assert.deepEqual(applyGroupLabels({ kind: "choices", chosen }, control), { kind: "choices", chosen });
  });
});
