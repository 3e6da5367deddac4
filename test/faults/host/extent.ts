/** Tells the tests in the extension host which of them are wanted. */
export const faultsVariable = "ARTIFACTS_FAULTS";

/** All of them take longer than one VS Code is let run: every other journey, then the rest. Some are enough where time is short. */
export const extents = { whole: ["even", "odd"], short: ["short"] } as const;

/** Tells them where VS Code keeps what the extension writes. */
export const storageVariable = "ARTIFACTS_FAULTS_STORAGE";
