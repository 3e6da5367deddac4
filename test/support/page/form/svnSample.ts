// The settings of a repository to look at and to type into.
import type { Form } from "../../../../src/model/form/form.ts";
import type { SvnSettings } from "../../../../src/model/svn.ts";
import { svnForm, type SvnFormParts } from "../../../../src/model/svnForm.ts";
import { choice } from "../../fixtures/formParts.ts";
import { words } from "../../fixtures/svnForms.ts";

export const settings: SvnSettings = {
  commitRules: { isReferenceMandatory: true, isMessageChangeAllowed: false },
  immutableTags: { paths: ["/*/tags", "/releases"], allowed: ["/console/tags/nightly"] },
  accessFile: "[/]\n@members = rw\n[/drawings]\nifarias = r\n",
  notifications: [
    {
      path: "/trunk",
      emails: ["watch@tuleap.example"],
      users: [
        { id: 103, label: "Tom Okafor" },
        { id: 106, label: "Chloé Perrault" },
      ],
      groups: [{ id: "101_4", label: "Project administrators" }],
      others: {},
    },
    { path: "/releases", emails: [], users: [{ id: 103, label: "Tom Okafor" }], groups: [], others: {} },
  ],
  hasDefaultPermissions: false,
  others: { something_new: { of: ["a", "later", "version"] } },
};

const groups = [
  choice(1013, { id: "101_3", label: "Project members" }),
  choice(1014, { id: "101_4", label: "Project administrators" }),
];

export function settingsForm(more: Partial<SvnFormParts> = {}): Form {
  const parts = { words, settings, isNew: false, takesLayout: true, hasPermissions: true, groups };
  return svnForm({ ...parts, ...more });
}

/** As where nothing can be read. */
export function blindForm(): Form {
  return settingsForm({ settings: undefined });
}
