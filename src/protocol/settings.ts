/** The settings of the extension. A test holds them equal to package.json. */
export const settings = { sites: "artifacts.sites" } as const;
