// Colors of the built-in themes that the pages use, as VS Code 1.139 sends them to webviews.
import type { Theme } from "../../window/themes.ts";

const none = undefined;

/** For light, dark, high contrast light and high contrast dark. */
const colors: Readonly<Record<string, readonly (string | undefined)[]>> = {
  "badge-background": ["#cccccc", "#616161", "#0f4a85", "#000000"],
  "badge-foreground": ["#3b3b3b", "#f8f8f8", "#ffffff", "#ffffff"],
  "button-background": ["#005fb8", "#0078d4", "#0f4a85", "#000000"],
  "button-border": ["#0000001a", "#ffffff1a", "#0f4a85", "#6fc3df"],
  "button-foreground": ["#ffffff", "#ffffff", "#ffffff", "#ffffff"],
  "button-hoverBackground": ["#0258a8", "#026ec1", "#0f4a85", "#000000"],
  "button-secondaryBackground": ["#e5e5e5", "#00000000", "#ffffff", none],
  "button-secondaryForeground": ["#3b3b3b", "#cccccc", "#292929", "#ffffff"],
  "button-secondaryHoverBackground": ["#cccccc", "#2b2b2b", none, none],
  "button-separator": ["#ffffff66", "#ffffff66", "#ffffff66", "#ffffff66"],
  "charts-blue": ["#0063d3", "#59a4f9", "#0063d3", "#59a4f9"],
  "charts-green": ["#388a34", "#89d185", "#374e06", "#89d185"],
  "charts-orange": ["#ea5c0054", "#ea5c0054", none, none],
  "charts-purple": ["#652d90", "#b180d7", "#652d90", "#b180d7"],
  "charts-red": ["#e51400", "#f14c4c", "#b5200d", "#f48771"],
  "charts-yellow": ["#bf8803", "#cca700", "#895503", "#ffd370"],
  "checkbox-background": ["#f8f8f8", "#313131", "#ffffff", "#000000"],
  "checkbox-border": ["#cecece", "#3c3c3c", "#0f4a85", "#6fc3df"],
  "checkbox-foreground": ["#3b3b3b", "#cccccc", "#292929", "#ffffff"],
  contrastActiveBorder: [none, none, "#006bbd", "#f38518"],
  contrastBorder: [none, none, "#0f4a85", "#6fc3df"],
  descriptionForeground: ["#3b3b3b", "#9d9d9d", "#292929b2", "#ffffffb2"],
  "diffEditor-insertedTextBackground": ["#9ccc2c40", "#9ccc2c33", none, none],
  "diffEditor-removedTextBackground": ["#ff000033", "#ff000033", none, none],
  "editor-background": ["#ffffff", "#1f1f1f", "#ffffff", "#000000"],
  "editor-foreground": ["#3b3b3b", "#cccccc", "#292929", "#ffffff"],
  "editor-inlineValuesForeground": ["#00000080", "#ffffff80", "#00000080", "#ffffff80"],
  "editorError-foreground": ["#e51400", "#f14c4c", "#b5200d", "#f48771"],
  "editorGroup-dropIntoPromptBackground": ["#f8f8f8", "#202020", "#ffffff", "#0c141f"],
  "editorGroup-dropIntoPromptBorder": [none, none, "#0f4a85", "#6fc3df"],
  "editorGroup-dropIntoPromptForeground": ["#3b3b3b", "#cccccc", "#292929", "#ffffff"],
  "editorGutter-modifiedBackground": ["#005fb8", "#0078d4", "#2090d3", "#1b81a8"],
  "editorInfo-foreground": ["#0063d3", "#59a4f9", "#0063d3", "#59a4f9"],
  "editorWarning-foreground": ["#bf8803", "#cca700", "#895503", "#ffd370"],
  errorForeground: ["#f85149", "#f85149", "#b5200d", "#f48771"],
  focusBorder: ["#005fb8", "#0078d4", "#006bbd", "#f38518"],
  foreground: ["#3b3b3b", "#cccccc", "#292929", "#ffffff"],
  "icon-foreground": ["#3b3b3b", "#cccccc", "#292929", "#ffffff"],
  "input-background": ["#ffffff", "#313131", "#ffffff", "#000000"],
  "input-placeholderForeground": ["#767676", "#989898", "#292929b2", "#ffffffb2"],
  "inputOption-activeBackground": ["#bed6ed", "#2489db82", "#00000000", "#00000000"],
  "inputOption-activeBorder": ["#005fb8", "#2488db", "#0f4a85", "#6fc3df"],
  "inputOption-activeForeground": ["#000000", "#ffffff", "#292929", "#ffffff"],
  "inputValidation-errorBackground": ["#f2dede", "#5a1d1d", "#ffffff", "#000000"],
  "inputValidation-errorBorder": ["#be1100", "#be1100", "#0f4a85", "#6fc3df"],
  "list-activeSelectionBackground": ["#e8e8e8", "#04395e", "#0f4a851a", none],
  "list-activeSelectionForeground": ["#000000", "#ffffff", none, none],
  "list-dropBackground": ["#d6ebff", "#383b3d", none, none],
  "list-focusHighlightForeground": ["#0066bf", "#2aaaff", "#006bbd", "#f38518"],
  "list-focusOutline": ["#005fb8", "#0078d4", "#006bbd", "#f38518"],
  "list-highlightForeground": ["#0066bf", "#2aaaff", "#006bbd", "#f38518"],
  "list-hoverBackground": ["#f2f2f2", "#2a2d2e", "#0f4a851a", "#ffffff1a"],
  "panel-border": ["#e5e5e5", "#2b2b2b", "#0f4a85", "#6fc3df"],
  "panelTitle-activeBorder": ["#005fb8", "#0078d4", "#b5200d", "#6fc3df"],
  "panelTitle-activeForeground": ["#3b3b3b", "#cccccc", "#292929", "#ffffff"],
  "panelTitle-inactiveForeground": ["#3b3b3b", "#9d9d9d", "#292929", "#ffffff"],
  "progressBar-background": ["#005fb8", "#0078d4", "#0f4a85", "#6fc3df"],
  "scrollbar-shadow": ["#dddddd", "#000000", none, none],
  "scrollbarSlider-activeBackground": ["#00000099", "#bfbfbf66", "#0f4a85", "#6fc3df"],
  "scrollbarSlider-background": ["#64646466", "#79797966", "#0f4a8566", "#6fc3df99"],
  "scrollbarSlider-hoverBackground": ["#646464b2", "#646464b2", "#0f4a85cc", "#6fc3dfcc"],
  "settings-checkboxBackground": ["#f8f8f8", "#313131", "#ffffff", "#000000"],
  "settings-checkboxBorder": ["#cecece", "#3c3c3c", "#0f4a85", "#6fc3df"],
  "settings-checkboxForeground": ["#3b3b3b", "#cccccc", "#292929", "#ffffff"],
  "settings-dropdownBackground": ["#ffffff", "#313131", "#ffffff", "#000000"],
  "settings-dropdownBorder": ["#cecece", "#3c3c3c", "#0f4a85", "#6fc3df"],
  "settings-dropdownForeground": ["#3b3b3b", "#cccccc", "#292929", "#ffffff"],
  "settings-dropdownListBorder": ["#3b3b3b33", "#cccccc33", "#0f4a85", "#6fc3df"],
  "settings-textInputBackground": ["#ffffff", "#313131", "#ffffff", "#000000"],
  "settings-textInputBorder": ["#cecece", "#3c3c3c", "#0f4a85", "#6fc3df"],
  "settings-textInputForeground": ["#3b3b3b", "#cccccc", "#292929", "#ffffff"],
  "sideBar-background": ["#f8f8f8", "#181818", "#ffffff", "#000000"],
  "textBlockQuote-background": ["#f8f8f8", "#2b2b2b", "#f2f2f2", none],
  "textBlockQuote-border": ["#e5e5e5", "#616161", "#292929", "#ffffff"],
  "textCodeBlock-background": ["#f8f8f8", "#2b2b2b", "#f2f2f2", "#000000"],
  "textLink-activeForeground": ["#005fb8", "#4daafc", "#0f4a85", "#21a6ff"],
  "textLink-foreground": ["#005fb8", "#4daafc", "#0f4a85", "#21a6ff"],
  "textPreformat-background": ["#0000001f", "#3c3c3c", "#09345f", none],
  "textPreformat-foreground": ["#3b3b3b", "#d0d0d0", "#ffffff", "#ffffff"],
  "toolbar-activeBackground": ["#a6a6a64f", "#6366674f", none, none],
  "toolbar-hoverBackground": ["#b8b8b84f", "#5a5d5e4f", none, none],
  "toolbar-hoverOutline": [none, none, "#006bbd", "#f38518"],
  "widget-shadow": ["#00000029", "#0000005c", none, none],
};

const themes: Readonly<Record<Theme, { readonly index: number; readonly bodyClass: string }>> = {
  light: { index: 0, bodyClass: "vscode-light" },
  dark: { index: 1, bodyClass: "vscode-dark" },
  highContrastLight: { index: 2, bodyClass: "vscode-high-contrast-light vscode-high-contrast" },
  highContrastDark: { index: 3, bodyClass: "vscode-high-contrast" },
};

const fonts = {
  "font-family": 'system-ui, "Ubuntu", "Droid Sans", sans-serif',
  "font-size": "13px",
  "font-weight": "normal",
  "editor-font-family": "monospace",
  "editor-font-size": "13px",
  "editor-font-weight": "normal",
};

export interface ThemeStyle {
  readonly bodyClass: string;
  readonly variables: Readonly<Record<string, string>>;
}

export function getThemeStyle(theme: Theme): ThemeStyle {
  const { index, bodyClass } = themes[theme];
  const values = Object.entries(colors).flatMap(([name, row]) => {
    const value = row[index];
    return value === undefined ? [] : [[`--vscode-${name}`, value] as const];
  });
  const fontVariables = Object.entries(fonts).map(([name, value]) => [`--vscode-${name}`, value] as const);
  return { bodyClass, variables: Object.fromEntries([...values, ...fontVariables]) };
}
