import { defaultSvnSettings } from "../state/svn.ts";
import type { SvnRepository } from "../state/svn.ts";
import { chloe, tom } from "./users.ts";
import { lighthouse } from "./projects.ts";

/** The second repository has a value for every setting. */
export const svnRepositories: readonly SvnRepository[] = [
  { id: 1, project: lighthouse, name: "console", settings: defaultSvnSettings },
  {
    id: 2,
    project: lighthouse,
    name: "charts-archive",
    settings: {
      isReferenceMandatory: true,
      isCommitMessageChangeAllowed: true,
      immutablePaths: ["/*/tags", "/releases"],
      immutableExceptions: ["/console/tags/nightly"],
      accessFile: "[/]\n@members = rw\n[/drawings]\nifarias = r\n",
      notifications: [
        {
          path: "/trunk",
          emails: ["watch@tuleap.example"],
          userIds: [tom.id, chloe.id],
          groupIds: [`${lighthouse.id}_4`],
        },
        { path: "/releases", emails: [], userIds: [tom.id], groupIds: [] },
      ],
      hasDefaultPermissions: false,
    },
  },
];
