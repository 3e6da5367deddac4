import type { FigureGroup } from "./figureDescription.ts";

export const listingSizes = [1_000, 10_000, 100_000] as const;
/** Delay of every response in milliseconds. */
export const listingDelays = [0, 50, 100] as const;

/** Milliseconds for all rows by delay, and megabytes of memory. */
const goals = {
  1_000: { 0: 150, 50: 420, 100: 680, memory: 1.5 },
  10_000: { 0: 1_200, 50: 3_400, 100: 5_600, memory: 6 },
  100_000: { 0: 11_000, 50: 33_000, 100: 55_000, memory: 42 },
} as const;

const numberFormat = new Intl.NumberFormat("en");

export const listingFigures: FigureGroup = {
  name: "listing",
  description:
    "Rows of a tracker as the views load them, newest first, from a simulated server in another process that delays each response. All sizes are measured in full; nothing is extrapolated.",
  figures: [
    ...listingSizes.flatMap((size) => {
      const tracker = `a tracker of ${numberFormat.format(size)} artifacts`;
      return [
        ...listingDelays.flatMap(
          (delay) =>
            [
              {
                name: `${size}.at${delay}ms.firstRowsMs`,
                unit: "ms",
                description: `The first 50 rows of ${tracker}, over a new connection, ${delay} ms delay.`,
                limit: "One request: one delay, and the server's own time for a page.",
                goal: { atMost: delay + 25 },
              },
              {
                name: `${size}.at${delay}ms.fullMs`,
                unit: "ms",
                description: `All rows of ${tracker}, ${delay} ms delay.`,
                limit: "Pages of 250, one after the other, so that the server never handles two at once.",
                goal: { atMost: goals[size][delay] },
              },
            ] as const,
        ),
        {
          name: `${size}.requests`,
          unit: "requests",
          description: `Requests for all rows of ${tracker}.`,
          limit: "A page of 50 rows first, then one request for every 250 rows.",
          goal: { atMost: 1 + size / 250 },
        },
        {
          name: `${size}.memoryMb`,
          unit: "MB",
          description: `Memory of all rows of ${tracker}, after a garbage collection.`,
          limit: "Title, status, people and dates of each row: some hundred bytes.",
          goal: { atMost: goals[size].memory },
        },
      ] as const;
    }),
    {
      name: "growth.time",
      unit: "×",
      description: "Time for 100,000 rows as a multiple of that for 10,000, 50 ms delay.",
      limit: "10 is proportional.",
      goal: { atMost: 11 },
    },
    {
      name: "growth.requests",
      unit: "×",
      description: "Requests for 100,000 rows as a multiple of those for 10,000.",
      limit: "10 is proportional.",
      goal: { atMost: 11 },
    },
    {
      name: "growth.memory",
      unit: "×",
      description: "Memory for 100,000 rows as a multiple of that for 10,000.",
      limit: "10 is proportional.",
      goal: { atMost: 11 },
    },
  ],
};
