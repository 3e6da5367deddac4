import type { Scenario } from "./scenario.ts";
import type { ScenarioName } from "./scenarioNames.ts";
import { browseScenario } from "./scenarios/browse.ts";
import { downloadScenario, uploadScenario } from "./scenarios/files.ts";
import { createScenario, openScenario, saveScenario } from "./scenarios/forms.ts";
import { bulkEditScenario, deleteScenario, linkScenario } from "./scenarios/rows.ts";
import { svnCreateScenario, svnSettingsScenario } from "./scenarios/svn.ts";

export const scenarios: Readonly<Record<ScenarioName, Scenario>> = {
  browse: browseScenario,
  open: openScenario,
  save: saveScenario,
  create: createScenario,
  delete: deleteScenario,
  bulk: bulkEditScenario,
  download: downloadScenario,
  upload: uploadScenario,
  link: linkScenario,
  svn: svnSettingsScenario,
  svnNew: svnCreateScenario,
};
