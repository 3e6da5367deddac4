import type { ArtifactSeed } from "../../state/artifactSeed.ts";

interface Subject {
  readonly name: string;
  readonly symptoms: readonly [string, ...string[]];
  /** Where or when it happens, after the symptom. */
  readonly circumstances: readonly [string, ...string[]];
}

const onPages = [
  "",
  "",
  "on Firefox",
  "on Safari",
  "on narrow screens",
  "on touch screens",
  "on slow connections",
  "in high contrast mode",
  "in the dark theme",
  "in French",
  "in right-to-left languages",
  "when two tabs are open",
  "after going back",
  "after a reload",
  "when zoomed in",
  "with the keyboard alone",
  "for anonymous visitors",
  "for new accounts",
  "for administrators",
  "with more than 200 stations",
  "after the change to summer time",
  "on the last day of a month",
  "since 2.2",
  "since the last release",
] as const;

const onServers = [
  "",
  "",
  "behind a proxy",
  "when the cache is cold",
  "when the disk is almost full",
  "on the first request of the day",
  "at midnight UTC",
  "under load",
  "after a restart",
  "during a backup",
  "on the second server",
  "with two workers",
  "with an old client",
  "with a slow database",
  "with more than 200 stations",
  "with files from Windows",
  "for stations south of the equator",
  "for stations with a single constituent",
  "for stations that were renamed",
  "in leap years",
  "after the change to summer time",
  "on the last day of a month",
  "since 2.2",
  "since the last release",
] as const;

const pages: Readonly<Record<string, readonly [string, ...string[]]>> = {
  "Tide chart": [
    "shows high water one hour late",
    "overlaps the legend",
    "flickers while it is scrolled",
    "draws the curve below the axis",
    "shows metres where feet were asked",
    "forgets the selected station",
  ],
  "Station search": [
    "sorts stations by id instead of name",
    "ignores the second word",
    "finds stations that were merged",
    "shows nothing until a key is pressed again",
    "lists a station twice",
    "cannot be closed with the keyboard",
  ],
  "Moon phase widget": [
    "shows the phase of yesterday",
    "is upside down south of the equator",
    "is blank",
    "overlaps the tide chart",
    "has no text for screen readers",
    "ignores the language of the browser",
  ],
  "Login redirect": [
    "forgets the page that was asked for",
    "never finishes",
    "ends on a blank page",
    "drops the query of the address",
    "asks for the password twice",
    "ignores the language of the browser",
  ],
  "Unit converter": [
    "rounds heights twice",
    "shows metres where feet were asked",
    "forgets its unit after a reload",
    "rejects a decimal comma",
    "swallows the error message",
    "is not offered in the week view",
  ],
  "Sunrise overlay": [
    "is one hour late",
    "is missing north of the polar circle",
    "overlaps the legend",
    "stays when it is switched off",
    "flickers",
    "uses the time zone of the visitor",
  ],
  "Map zoom": [
    "loses its position after a reload",
    "jumps to the wrong continent",
    "flickers",
    "cannot be used with the keyboard",
    "hides stations that are close together",
    "is reset by the station list",
  ],
  "API key page": [
    "keeps asking for a new key",
    "shows a key that was deleted",
    "reports success although nothing was saved",
    "doesn't say when a key expires",
    "copies the key with a line break",
    "crashes",
  ],
  "Week view": [
    "starts on Sunday in every language",
    "loses its scroll position",
    "drops the last row",
    "shows yesterday as today",
    "is blank for new stations",
    "overlaps the legend",
  ],
  "Printing layout": [
    "cuts off the last column",
    "prints an empty second page",
    "loses the name of the station",
    "uses colors that are gray on paper",
    "ignores the paper size",
    "drops the last row",
  ],
  "Datum selector": [
    "forgets its value",
    "shows the wrong datum",
    "is empty for merged stations",
    "cannot be used with the keyboard",
    "changes the unit as well",
    "is ignored by the week view",
  ],
  "Embedded widget": [
    "is blank",
    "ignores the language of its page",
    "shows metres where feet were asked",
    "is wider than its frame",
    "loads the map although it is hidden",
    "keeps the previous station",
  ],
};

const services: Readonly<Record<string, readonly [string, ...string[]]>> = {
  "Forecast endpoint": [
    "returns 502",
    "answers with yesterday's data",
    "times out for periods of a month",
    "uses the wrong datum",
    "shows high water one hour late",
    "rejects a valid station code",
  ],
  "Harmonics import": [
    "rejects valid input",
    "leaks a file handle",
    "never finishes",
    "duplicates entries",
    "drops the last row",
    "reports success although nothing was saved",
  ],
  "CSV export": [
    "drops the last row",
    "writes times without a zone",
    "has no header",
    "rounds heights twice",
    "times out for periods of a year",
    "breaks on a comma in a station name",
  ],
  "Rate limiter": [
    "counts refused requests",
    "blocks our own monitoring",
    "answers without a time to wait",
    "forgets its counters after a restart",
    "treats a whole office as one client",
    "lets the first minute pass",
  ],
  "Alert e-mail": [
    "arrives twice",
    "has the wrong time zone",
    "shows the level of another station",
    "is sent to users who unsubscribed",
    "has an empty subject",
    "is not sent at midnight",
  ],
  "Cache warm-up": [
    "never finishes",
    "starts while the last one is running",
    "skips merged stations",
    "fills the disk",
    "leaks a file handle",
    "blocks the first request",
  ],
  "Nightly rebuild": [
    "never finishes",
    "keeps stations that were deleted",
    "runs twice when the clocks change",
    "swallows the error message",
    "reports success although nothing was saved",
    "leaves its lock behind",
  ],
  "Storm surge model": [
    "uses the wind of yesterday",
    "rounds heights twice",
    "crashes without a wind forecast",
    "uses the wrong datum",
    "warns too late",
    "ignores air pressure",
  ],
  "Offline bundle": [
    "is larger than its limit",
    "misses the stations of the last import",
    "is never updated",
    "answers with yesterday's data",
    "cannot be unpacked on Windows",
    "has the wrong checksum",
  ],
  "Station merge": [
    "keeps the constituents of both",
    "loses the history of one",
    "duplicates entries",
    "cannot be undone",
    "leaves the old code in the search",
    "times out",
  ],
  "Password reset": [
    "accepts a link twice",
    "sends its link to the old address",
    "swallows the error message",
    "rejects valid input",
    "times out",
    "doesn't end other sessions",
  ],
  "Changelog feed": [
    "lists a release twice",
    "has the date of the import",
    "is not valid XML",
    "misses the last release",
    "is cached for a week",
    "links to the old server",
  ],
};

function toSubjects(
  symptoms: typeof pages,
  circumstances: readonly [string, ...string[]],
): readonly Subject[] {
  return Object.entries(symptoms).map(([name, list]) => ({ name, symptoms: list, circumstances }));
}

const subjects = [...toSubjects(pages, onPages), ...toSubjects(services, onServers)] as [
  Subject,
  ...Subject[],
];

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
  const { name, symptoms, circumstances } = random.pick("subject", subjects);
  const sentence = `${name} ${random.pick("symptom", symptoms)}`;
  const circumstance = random.pick("circumstance", circumstances);
  return circumstance === "" ? sentence : `${sentence} ${circumstance}`;
}
