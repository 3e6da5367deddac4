/** The settings of the extension. A test holds them equal to package.json. */
export const settings = {
  sites: "artifacts.sites",
  attachmentsFolder: "artifacts.attachments.folder",
} as const;
