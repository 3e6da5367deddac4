// What forms about Subversion repositories need besides a server.
import type { SvnWords } from "../../src/model/svnForm.ts";
import type { SvnSurroundings } from "../../src/store/forms.ts";

const choices = { yes: "Yes", no: "No" };

export const words: SvnWords = {
  fields: {
    name: { label: "Name" },
    isReferenceMandatory: { label: "Reference mandatory", ...choices },
    isMessageChangeAllowed: { label: "Message change allowed", ...choices },
    immutablePaths: { label: "Immutable paths", blank: "No paths" },
    allowedPaths: { label: "Exceptions", blank: "No exceptions" },
    accessFile: { label: "Access file", blank: "Empty" },
    notifications: { label: "Notifications", blank: "Nobody" },
    hasDefaultPermissions: { label: "Default permissions", ...choices },
    layout: { label: "Folders" },
  },
  sections: {
    commitRules: "Commit rules",
    immutableTags: "Immutable tags",
    access: "Access",
    notifications: "Notifications",
    layout: "First folders",
    others: "Other settings",
  },
};

/** Where nobody looks for what was made. */
export const forgetful: SvnSurroundings = {
  words: () => words,
  remember: () => undefined,
  recall: () => Promise.resolve(undefined),
};
