/** The four kinds of colour theme that VS Code tells apart. */
export type Theme = "light" | "dark" | "highContrastLight" | "highContrastDark";

export const allThemes: readonly Theme[] = ["light", "dark", "highContrastLight", "highContrastDark"];

interface BuiltInTheme {
  readonly setting: string;
  readonly label: string;
  /** The class that the workbench carries with it. */
  readonly cssClass: string;
}

export const builtInThemes: Readonly<Record<Theme, BuiltInTheme>> = {
  light: { setting: "Default Light Modern", label: "Light Modern", cssClass: "vs" },
  dark: { setting: "Default Dark Modern", label: "Dark Modern", cssClass: "vs-dark" },
  highContrastLight: {
    setting: "Default High Contrast Light",
    label: "Light High Contrast",
    cssClass: "hc-light",
  },
  highContrastDark: { setting: "Default High Contrast", label: "Dark High Contrast", cssClass: "hc-black" },
};
