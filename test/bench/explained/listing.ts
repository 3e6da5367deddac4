import type { Group } from "./figure.ts";

export const listedSizes = [1_000, 10_000, 100_000] as const;
/** Milliseconds that the server takes longer over every request. */
export const listingDelays = [0, 50, 100] as const;

const grouped = new Intl.NumberFormat("en");

export const listing: Group = {
  name: "listing",
  about:
    "Rows of a tracker as the views read them, newest first, from a simulated server in a process of its own that waits before each answer. All of them are measured in full; nothing is extrapolated.",
  figures: [
    ...listedSizes.flatMap((size) => {
      const tracker = `a tracker of ${grouped.format(size)} artifacts`;
      return [
        ...listingDelays.flatMap(
          (delay) =>
            [
              {
                name: `${size}.at${delay}ms.firstRowsMs`,
                unit: "ms",
                what: `The first 50 rows of ${tracker}, over a new connection, each answer ${delay} ms late.`,
                limit: "One request: one delay, and the server's own time for a page.",
              },
              {
                name: `${size}.at${delay}ms.fullMs`,
                unit: "ms",
                what: `All rows of ${tracker}, each answer ${delay} ms late.`,
                limit: "Pages of 250, one after the other, so that a server is never asked for two at once.",
              },
            ] as const,
        ),
        {
          name: `${size}.requests`,
          unit: "requests",
          what: `Requests for all rows of ${tracker}.`,
          limit: "A page of 50 for the eye, then one request for every 250 rows.",
        },
        {
          name: `${size}.memoryMb`,
          unit: "MB",
          what: `What is held, after a collection, once all rows of ${tracker} are there.`,
          limit: "Title, status, people and dates of each row: some hundred bytes.",
        },
      ] as const;
    }),
    {
      name: "growth.time",
      unit: "×",
      what: "Time for 100,000 rows as a multiple of that for 10,000, each answer 50 ms late.",
      limit: "10 is in proportion.",
    },
    {
      name: "growth.requests",
      unit: "×",
      what: "Requests for 100,000 rows as a multiple of those for 10,000.",
      limit: "10 is in proportion.",
    },
    {
      name: "growth.memory",
      unit: "×",
      what: "Memory for 100,000 rows as a multiple of that for 10,000.",
      limit: "10 is in proportion.",
    },
  ],
};
