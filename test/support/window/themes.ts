/** The four kinds of colour theme that VS Code tells apart. */
export type Theme = "light" | "dark" | "highContrastLight" | "highContrastDark";

export const allThemes: readonly Theme[] = ["light", "dark", "highContrastLight", "highContrastDark"];

interface BuiltInTheme {
  /** What the system tells, for VS Code to choose it. */
  readonly media: { readonly colorScheme: "light" | "dark"; readonly forcedColors: "active" | "none" };
  /** The class that the workbench carries with it. */
  readonly cssClass: string;
}

/** VS Code follows the system, among themes of our choice. */
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

/** Screenshots cost time and only people can judge them, so a run takes none unless it was asked to. */
type Pictures = "every theme" | "one theme";

export function arePicturesInEveryTheme(): boolean {
  return process.env[variable] === "every theme";
}

export function arePicturesTaken(): boolean {
  return process.env[variable] !== undefined;
}

/** For this process and those that it starts. */
export function takePictures(which: Pictures): void {
  process.env[variable] = which;
}
