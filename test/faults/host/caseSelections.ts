/** Environment variable that selects the cases to run in the extension host. */
export const faultsVariable = "ARTIFACTS_FAULTS";

/** All cases take longer than the time limit of one VS Code run, so the scenarios are split in two. */
export const caseSelections = { whole: ["even", "odd"], short: ["short"] } as const;

/** Environment variable with the global storage folder of the extension. */
export const storageVariable = "ARTIFACTS_FAULTS_STORAGE";
