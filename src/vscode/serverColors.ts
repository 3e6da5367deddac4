import * as vscode from "vscode";

// The server's colors are named like paints ("fiesta-red", "plum-crazy"): the last word is the hue.
// Themes have six colors that suit every background; grays stay without color.
const themeColors: Readonly<Record<string, string>> = {
  red: "charts.red",
  wine: "charts.red",
  pink: "charts.red",
  // charts.orange is translucent.
  orange: "symbolIcon.classForeground",
  brown: "symbolIcon.classForeground",
  yellow: "charts.yellow",
  green: "charts.green",
  turquoise: "charts.green",
  blue: "charts.blue",
  purple: "charts.purple",
  violet: "charts.purple",
  crazy: "charts.purple",
};

export function serverColorToThemeColor(serverName: string | undefined): vscode.ThemeColor | undefined {
  const hue = serverName?.split("-").at(-1) ?? "";
  const themeColor = Object.hasOwn(themeColors, hue) ? themeColors[hue] : undefined;
  return themeColor === undefined ? undefined : new vscode.ThemeColor(themeColor);
}
