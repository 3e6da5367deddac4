/** The settings of the extension. A test holds them equal to package.json. */
export const settings = {
  sites: "artifacts.sites",
  attachmentsFolder: "artifacts.attachments.folder",
  queries: "artifacts.queries",
  folderSite: "artifacts.folderSite",
  branchTemplate: "artifacts.branch.template",
  branchPatterns: "artifacts.branch.patterns",
  commitReference: "artifacts.commit.reference",
  commitTemplate: "artifacts.commit.template",
  commitOffer: "artifacts.commit.offer",
  referencePatterns: "artifacts.references.patterns",
  referenceLinks: "artifacts.references.links",
  referenceHovers: "artifacts.references.hovers",
  referenceTerminal: "artifacts.references.terminal",
  referenceCompletion: "artifacts.references.completion",
  referenceDiagnostics: "artifacts.references.diagnostics",
  refreshMinutes: "artifacts.refreshMinutes",
} as const;
