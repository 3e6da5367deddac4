import type { Journey } from "./journey.ts";
import type { JourneyName } from "./journeyNames.ts";
import { browsing } from "./journeys/browse.ts";
import { downloading, uploading } from "./journeys/files.ts";
import { create, open, save } from "./journeys/forms.ts";
import { bulk, deleting, linking } from "./journeys/rows.ts";
import { creation, settings } from "./journeys/svn.ts";

export const journeys: Readonly<Record<JourneyName, Journey>> = {
  browse: browsing,
  open,
  save,
  create,
  delete: deleting,
  bulk,
  download: downloading,
  upload: uploading,
  link: linking,
  svn: settings,
  svnNew: creation,
};
