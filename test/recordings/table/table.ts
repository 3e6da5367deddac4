// Each recording of a route that the simulator has, with the request that reproduces it there.
import type { Row } from "../row.ts";
import { createRows } from "./artifactCreates.ts";
import { listRows } from "./artifactLists.ts";
import { artifactRows } from "./artifactReads.ts";
import { updateRows } from "./artifactUpdates.ts";
import { credentialRows } from "./credentials.ts";
import { deletionRows } from "./deletions.ts";
import { valueRows } from "./fieldValues.ts";
import { fileRows } from "./files.ts";
import { historyRows } from "./history.ts";
import { linkRows } from "./links.ts";
import { peopleRows } from "./people.ts";
import { projectRows } from "./projects.ts";
import { reportRows } from "./reports.ts";
import { routingRows } from "./routing.ts";
import { svnRows } from "./svn.ts";
import { trackerRows } from "./trackers.ts";
import { uploadRows } from "./uploads.ts";

export const table: readonly Row[] = [
  ...projectRows,
  ...trackerRows,
  ...listRows,
  ...artifactRows,
  ...updateRows,
  ...createRows,
  ...valueRows,
  ...deletionRows,
  ...fileRows,
  ...uploadRows,
  ...credentialRows,
  ...historyRows,
  ...linkRows,
  ...peopleRows,
  ...reportRows,
  ...svnRows,
  ...routingRows,
];
