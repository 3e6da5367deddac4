/** The four kinds of color themes in VS Code. */
export type Theme = "light" | "dark" | "highContrastLight" | "highContrastDark";

export const allThemes: readonly Theme[] = ["light", "dark", "highContrastLight", "highContrastDark"];

interface BuiltInTheme {
  /** The media features that make VS Code select the theme. */
  readonly media: { readonly colorScheme: "light" | "dark"; readonly forcedColors: "active" | "none" };
  /** The class of the workbench with this theme. */
  readonly cssClass: string;
}

/** VS Code follows the system, with these themes. */
export const themeSettings: Readonly<Record<string, unknown>> = {
  "window.autoDetectColorScheme": true,
  "workbench.preferredLightColorTheme": "Light Modern",
  "workbench.preferredDarkColorTheme": "Dark Modern",
};

export const builtInThemes: Readonly<Record<Theme, BuiltInTheme>> = {
  light: { media: { colorScheme: "light", forcedColors: "none" }, cssClass: "vs" },
  dark: { media: { colorScheme: "dark", forcedColors: "none" }, cssClass: "vs-dark" },
  highContrastLight: { media: { colorScheme: "light", forcedColors: "active" }, cssClass: "hc-light" },
  highContrastDark: { media: { colorScheme: "dark", forcedColors: "active" }, cssClass: "hc-black" },
};

const variable = "ARTIFACTS_PICTURES";

/** Screenshots take time and need people to review them, so a run takes none by default. */
type ScreenshotThemes = "every theme" | "one theme";

export function areScreenshotsInAllThemes(): boolean {
  return process.env[variable] === "every theme";
}

export function areScreenshotsEnabled(): boolean {
  return process.env[variable] !== undefined;
}

/** For this process and its child processes. */
export function enableScreenshots(which: ScreenshotThemes): void {
  process.env[variable] = which;
}
