import * as vscode from "vscode";

// The server names its colours ("fiesta-red", "deep-blue"); themes have six that suit every background.
const families: readonly (readonly [RegExp, string])[] = [
  [/red|fiesta|ruby|pink|rose/, "charts.red"],
  [/orange|peggy|sherwood-orange|daphne-orange|clockwork|flamingo/, "charts.orange"],
  [/yellow|chrome-silver-yellow|lemon|sand|surf|neon-yellow/, "charts.yellow"],
  [/green|teal|acid|army|ocean-turquoise|sherwood|turquoise/, "charts.green"],
  [/blue|daphne|lake-placid|firemist/, "charts.blue"],
  [/purple|plum|lilac|panther|violet|graffiti/, "charts.purple"],
];

/** The theme's colour nearest to the server's; undefined for greys and names we don't know. */
export function trackerColor(serverName: string | undefined): vscode.ThemeColor | undefined {
  if (serverName === undefined) return undefined;
  const family = families.find(([pattern]) => pattern.test(serverName));
  return family === undefined ? undefined : new vscode.ThemeColor(family[1]);
}
