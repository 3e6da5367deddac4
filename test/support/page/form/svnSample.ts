// Sample settings of a Subversion repository.
import type { Form } from "../../../../src/model/form/form.ts";
import type { SvnSettings } from "../../../../src/model/svn.ts";
import { createSvnForm, type SvnFormOptions } from "../../../../src/model/svnForm.ts";
import { createChoice } from "../../fixtures/formBuilders.ts";
import { svnFormTexts } from "../../fixtures/svnFormTexts.ts";

export const sampleSettings: SvnSettings = {
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
  createChoice(1013, { id: "101_3", label: "Project members" }),
  createChoice(1014, { id: "101_4", label: "Project administrators" }),
];

export function createSettingsForm(overrides: Partial<SvnFormOptions> = {}): Form {
  const options = {
    texts: svnFormTexts,
    settings: sampleSettings,
    isNew: false,
    supportsLayout: true,
    hasDefaultPermissions: true,
    groups,
  };
  return createSvnForm({ ...options, ...overrides });
}

/** The form for a site that doesn't return the settings. */
export function createUnreadableSettingsForm(): Form {
  return createSettingsForm({ settings: undefined });
}
