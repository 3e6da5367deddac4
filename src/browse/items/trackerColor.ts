import * as vscode from "vscode";

// The server's colours are named like paints ("fiesta-red", "plum-crazy"): the last word tells the hue.
// Themes have six that suit every background; greys stay uncoloured.
const themeColors: Readonly<Record<string, string>> = {
  red: "charts.red",
  wine: "charts.red",
  pink: "charts.red",
  // The orange of charts is a shade that one sees through.
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

export function trackerColor(serverName: string | undefined): vscode.ThemeColor | undefined {
  const hue = serverName?.split("-").at(-1) ?? "";
  const themeColor = Object.hasOwn(themeColors, hue) ? themeColors[hue] : undefined;
  return themeColor === undefined ? undefined : new vscode.ThemeColor(themeColor);
}
