// Figures of what runs below VS Code: lists, saving, commits.
import type { Group } from "./figure.ts";

export const list: Group = {
  name: "list",
  about:
    "All pages of a collection as the client reads them for whoever wants everything, four at a time, against one page after the other with undici alone; 10,000 artifacts, 50 ms delay. Views show rows as they come instead, page by page: see listing.",
  figures: [
    {
      name: "10k.speedup.50ms",
      unit: "×",
      what: "How many times as fast ours is.",
      limit: "4, as four requests are under way at once.",
    },
    {
      name: "10k.seconds.50ms",
      unit: "s",
      what: "Ours.",
      limit: "A quarter of 100 delays, and the server's time for 100 pages.",
    },
    {
      name: "10k.plain.seconds.50ms",
      unit: "s",
      what: "One page after the other.",
      limit: "100 delays, and the server's time for 100 pages.",
    },
  ],
};

export const triage: Group = {
  name: "triage",
  about: "A tracker of 100,000 artifacts.",
  figures: [
    {
      name: "list.100k.firstRows.requests",
      unit: "requests",
      what: "Requests until its newest rows are seen.",
      limit: "One.",
    },
    {
      name: "list.100k.openOnly.requests",
      unit: "requests",
      what: "Requests until the newest of its open rows are seen.",
      limit: "Its structure, and both ends of a list that servers begin with the oldest.",
    },
    {
      name: "list.100k.memory.mb",
      unit: "MiB",
      what: "What is held once all of its rows are listed, after a collection.",
      limit: "Title, status, people and dates of each row.",
    },
  ],
};

export const save: Group = {
  name: "save",
  about:
    "One changed field, from Save to the form that shows what the server holds now. A save looks before it sends and reads again after it, so that nobody's change is lost.",
  figures: [
    {
      name: "requests",
      unit: "requests",
      what: "Requests of a save.",
      limit:
        "How many writes there are, and the artifact; the change; the artifact and the writes once more.",
    },
    {
      name: "at0ms.roundTripMs",
      unit: "ms",
      what: "Time of a save against a server without delay.",
      limit: "The draft is on disk, marked as sent, before the change goes out.",
    },
    {
      name: "at50ms.roundTripMs",
      unit: "ms",
      what: "Time of a save, each answer 50 ms late.",
      limit: "As many delays as requests have to wait for one another.",
    },
    {
      name: "delaysInARow",
      unit: "×",
      what: "How many delays a save takes: the difference of the two, in delays of 50 ms.",
      limit: "No more than its requests.",
    },
  ],
};

export const commits: Group = {
  name: "commits",
  about: "All commits that mention an artifact, in a history of 100,000 commits that git fast-import made.",
  figures: [
    {
      name: "scan.ratio",
      unit: "×",
      what: "Time of a whole scan as a multiple of git's own search for the text.",
      limit: "1: git has to read every commit either way.",
    },
    { name: "scan.ms", unit: "ms", what: "Time of a whole scan.", limit: "Git's own time." },
    {
      name: "scan.git.ms",
      unit: "ms",
      what: "Time of git log --grep for the same.",
      limit: "Reading 100,000 commits.",
    },
    {
      name: "scan.smallId.ratio",
      unit: "×",
      what: "The same for an artifact whose digits are in nearly every message.",
      limit: "Above 1: git passes many commits on that we have to look into.",
    },
    {
      name: "scan.smallId.ms",
      unit: "ms",
      what: "Time of that scan.",
      limit: "Git's own time and that of the candidates.",
    },
    {
      name: "firstMention.ms",
      unit: "ms",
      what: "Until the newest mention is seen.",
      limit: "As far back as it lies.",
    },
    {
      name: "again.ms",
      unit: "ms",
      what: "All mentions once more, with nothing new in the repository.",
      limit: "One question to git: what is new.",
    },
    {
      name: "range.10k.ms",
      unit: "ms",
      what: "All artifacts that the newest 10,000 commits mention.",
      limit: "Reading 10,000 messages.",
    },
  ],
};
