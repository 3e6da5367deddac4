// The bundle that is loaded when somebody first works with an artifact: its form, its files, decisions about it.
export { openAssist } from "./assist/feature.ts";
export { openBrowse } from "./browse/feature.ts";
export { openCommits } from "./commits/feature.ts";
export { openConnect } from "./connect/feature.ts";
export { openFiles } from "./files/feature.ts";
export { openForms } from "./form/feature.ts";
export { openInspect } from "./inspect/feature.ts";
export { SvnRepositories } from "./store/svn/repositories.ts";
export { openTriage } from "./triage/feature.ts";
