// Figures of a whole VS Code: how it starts, what it asks of a server, what stays in its memory.
import type { Figure, Group } from "./figure.ts";

export const load: Group = {
  name: "load",
  about: "What everybody's VS Code pays for the extension, whether it is used or not.",
  figures: [
    {
      name: "entry.ms",
      unit: "ms",
      what: "Time to load the entry bundle in a fresh Node, less that of an empty file.",
      limit: "Reading and compiling its bytes; what commands need is in other bundles.",
    },
    {
      name: "entry.kb",
      unit: "kB",
      what: "Size of the entry bundle, minified.",
      limit: "A test holds it below 80 kB.",
    },
  ],
};

export const window: Group = {
  name: "window",
  about:
    "A real VS Code in a headless Chromium, from the moment that its window is loaded anew, with and without the extension by turns.",
  figures: [
    {
      name: "firstRowsMs",
      unit: "ms",
      what: "Until the tree shows the first project that the server told of.",
      limit: "VS Code starts its extension host first; then the tree asks the server.",
    },
    {
      name: "filesMs",
      unit: "ms",
      what: "Until VS Code shows the files of its own explorer, with the extension installed.",
      limit: "VS Code's own start.",
    },
    {
      name: "filesWithoutMs",
      unit: "ms",
      what: "The same with an empty folder of extensions.",
      limit: "VS Code's own start.",
    },
    {
      name: "filesRatio",
      unit: "×",
      what: "How many times as long VS Code takes to show its files with the extension as without.",
      limit: "1 is a start that does not notice it.",
    },
    {
      name: "firstRowsRatio",
      unit: "×",
      what: "Our first rows against VS Code's own files in one without the extension.",
      limit: "Above 1: files need neither an extension host nor a server.",
    },
  ],
};

const openedThings = ["site", "project", "tracker", "form"] as const;

const limits: Readonly<Record<(typeof openedThings)[number], string>> = {
  site: "One page of the projects that the person is in; others come when somebody looks for them.",
  project: "One page of its trackers.",
  tracker:
    "Its structure, to know which values are open ones, and both ends of a list that servers begin with the oldest.",
  form: "The artifact with its own structure; its history is read when somebody comes to it.",
};

function opening(thing: (typeof openedThings)[number], state: "cold" | "warm"): readonly Figure[] {
  const when = state === "cold" ? "for the first time in a window" : "for the second time";
  const again =
    thing === "form" ? "A form is always read anew, or it would show old values." : "None: it is known.";
  const limit = state === "cold" ? limits[thing] : again;
  return [
    {
      name: `open.${thing}.${state}.requests`,
      unit: "requests",
      what: `Requests to open a ${thing} ${when}.`,
      limit,
    },
    {
      name: `open.${thing}.${state}.kb`,
      unit: "kB",
      what: `What goes over the line meanwhile, both ways, headers included.`,
      limit: "What the server puts into its answers.",
    },
  ];
}

export const host: Group = {
  name: "host",
  about:
    "Inside the extension host of a real VS Code, signed in, with tree and forms as a person opens them. Memory is that of the whole extension host after a forced collection, VS Code's own extensions included.",
  figures: [
    ...openedThings.flatMap((thing) => [...opening(thing, "cold"), ...opening(thing, "warm")]),
    {
      name: "memory.beforeMb",
      unit: "MB",
      what: "Held after the first 20 forms were opened and closed, which load all that forms need.",
      limit: "VS Code's own part is most of it.",
    },
    {
      name: "memory.afterMb",
      unit: "MB",
      what: "Held after 200 more forms were opened and closed, each for another artifact.",
      limit: "As much as before, but for bounded caches.",
    },
    {
      name: "memory.growthPercent",
      unit: "%",
      what: "The difference between the two; the bench fails at 10.",
      limit: "0: a closed form leaves nothing behind.",
    },
  ],
};

export const form: Group = {
  name: "form",
  about: "What it takes to open a form, and to type into a large one.",
  figures: [
    {
      name: "open.requests",
      unit: "requests",
      what: "The most that any of six forms needs until fields and history are there.",
      limit: "The artifact with its structure, and a page of its history.",
    },
    {
      name: "keystroke.ms",
      unit: "ms",
      what: "From a key to the painted frame, in the middle of a form of 300 fields, the wait for the display's next tick left out.",
      limit: "Handling, layout and paint of one field; a frame at 60 Hz has 17 ms.",
    },
  ],
};

export const table: Group = {
  name: "table",
  about: "Scrolling through a table of 10,000 rows, ten rows a frame.",
  figures: [
    {
      name: "fps",
      unit: "fps",
      what: "Median of frames a second from the first row to the last.",
      limit: "60, the rate of the browser's own clock.",
    },
    {
      name: "frame.ms",
      unit: "ms",
      what: "Time of our script a frame, where it was most, by the processor's clock.",
      limit: "A frame at 60 Hz has 17 ms, for layout and paint too.",
    },
  ],
};
