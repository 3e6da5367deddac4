// The bundle that is loaded when a feature is first needed: of each what answers (feature.ts), while what VS Code has to know at
// activation (register.ts) is in the entry; and the Subversion repositories that several share.
export { openAssist } from "./assist/feature.ts";
export { openBrowse } from "./browse/feature.ts";
export { openCommits } from "./commits/feature.ts";
export { openConnect } from "./connect/feature.ts";
export { openFiles } from "./files/feature.ts";
export { openForms } from "./form/feature.ts";
export { openInspect } from "./inspect/feature.ts";
export { SvnRepositories } from "./store/svn/repositories.ts";
export { openTriage } from "./triage/feature.ts";
