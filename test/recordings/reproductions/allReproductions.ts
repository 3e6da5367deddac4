// All recordings of the simulator's routes, with the requests that reproduce them.
import type { Reproduction } from "../reproduction.ts";
import { artifactCreateRows } from "./artifactCreates.ts";
import { artifactListRows } from "./artifactLists.ts";
import { artifactReadRows } from "./artifactReads.ts";
import { artifactUpdateRows } from "./artifactUpdates.ts";
import { cardwallRows } from "./cardwall.ts";
import { credentialRows } from "./credentials.ts";
import { deletionRows } from "./deletions.ts";
import { fieldValueRows } from "./fieldValues.ts";
import { fileRows } from "./files.ts";
import { historyRows } from "./history.ts";
import { kanbanRows } from "./kanban.ts";
import { linkRows } from "./links.ts";
import { milestoneRows } from "./milestones.ts";
import { crossTrackerQueryRows } from "./crossTrackerQueries.ts";
import { currentUserRows } from "./currentUser.ts";
import { userRows } from "./users.ts";
import { projectRows } from "./projects.ts";
import { reportRows } from "./reports.ts";
import { routingRows } from "./routing.ts";
import { svnRows } from "./svn.ts";
import { trackerRows } from "./trackers.ts";
import { uploadRows } from "./uploads.ts";

export const allReproductions: readonly Reproduction[] = [
  ...projectRows,
  ...trackerRows,
  ...artifactListRows,
  ...artifactReadRows,
  ...artifactUpdateRows,
  ...artifactCreateRows,
  ...fieldValueRows,
  ...deletionRows,
  ...fileRows,
  ...uploadRows,
  ...credentialRows,
  ...historyRows,
  ...linkRows,
  ...userRows,
  ...currentUserRows,
  ...crossTrackerQueryRows,
  ...reportRows,
  ...svnRows,
  ...kanbanRows,
  ...milestoneRows,
  ...cardwallRows,
  ...routingRows,
];
