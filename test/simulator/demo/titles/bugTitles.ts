import type { ArtifactSeed } from "../../state/artifactSeed.ts";

const subjects = [
  "Tide chart",
  "Forecast endpoint",
  "Station search",
  "Harmonics import",
  "CSV export",
  "Moon phase widget",
  "Rate limiter",
  "Login redirect",
  "Unit converter",
  "Sunrise overlay",
  "Map zoom",
  "Alert e-mail",
  "Cache warm-up",
  "Nightly rebuild",
  "API key page",
  "Week view",
  "Printing layout",
  "Datum selector",
  "Storm surge model",
  "Offline bundle",
  "Station merge",
  "Password reset",
  "Changelog feed",
  "Embedded widget",
] as const;

const symptoms = [
  "shows high water one hour late",
  "returns 502 under load",
  "forgets the selected station",
  "drops the last row",
  "shows metres where feet were asked",
  "is blank",
  "ignores the language of the browser",
  "never finishes",
  "answers with yesterday's data",
  "crashes",
  "duplicates entries",
  "loses its scroll position",
  "rejects valid input",
  "leaks a file handle",
  "uses the wrong datum",
  "flickers",
  "times out",
  "sorts stations by id instead of name",
  "keeps asking for a new key",
  "overlaps the legend",
  "rounds heights twice",
  "reports success although nothing was saved",
  "cannot be closed with the keyboard",
  "swallows the error message",
] as const;

const circumstances = [
  "",
  "",
  "",
  "after the change to summer time",
  "on Firefox",
  "for stations south of the equator",
  "when the cache is cold",
  "with more than 200 stations",
  "behind a proxy",
  "on the first request of the day",
  "in high contrast mode",
  "when two tabs are open",
  "after upgrading from 3.8",
  "for anonymous visitors",
  "on narrow screens",
  "during leap days",
] as const;

/**
 * Titles that break careless code: other scripts, both text directions, markup, quotes, and one wider than any column.
 */
const oddities: ReadonlyMap<number, string> = new Map([
  [3, "高潮予測グラフの凡例が重なって表示される"],
  [9, "مخطط المد والجزر يعرض الأسبوع من اليسار إلى اليمين"],
  [14, 'Header shows <b>bold</b> & "quoted" station names as <script>alert(1)</script>'],
  [21, "Überlauf bei „Außenreede“ – Höhe wird auf −0,00 m gerundet"],
  [27, "🚢 Emoji in a station name 🏴󠁧󠁢󠁳󠁣󠁴󠁿 breaks the fixed-width table"],
  [33, "שם תחנה מעורב with English words בשורת הכותרת"],
  [40, "Path C:\\tides\\new is read as an escape, 100% of the time"],
  [
    52,
    `Forecast for a station that was merged twice keeps the old constituents: ${"the list grows with every merge, and so does the title of this report, ".repeat(9)}until somebody reads it to the end`,
  ],
]);

export function generateBugTitle({ index, random }: ArtifactSeed): string {
  const odd = oddities.get(index);
  if (odd !== undefined) return odd;
  const circumstance = random.pick("circumstance", circumstances);
  const sentence = `${random.pick("subject", subjects)} ${random.pick("symptom", symptoms)}`;
  return circumstance === "" ? sentence : `${sentence} ${circumstance}`;
}
