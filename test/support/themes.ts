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

/** Pictures in each theme cost minutes, and only people can judge them: `npm run screenshots` asks for them. */
export function arePicturesInEveryTheme(): boolean {
  return process.env[variable] === "every theme";
}

/** Where nobody will look at them they only cost time. */
export function arePicturesTaken(): boolean {
  return process.env[variable] !== "none";
}

/** For this process and those that it starts. */
export function takePicturesInEveryTheme(): void {
  process.env[variable] = "every theme";
}
