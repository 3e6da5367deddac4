// Figures of lists, saving and commits, measured without VS Code.
import type { FigureGroup } from "./figureDescription.ts";

export const listFigures: FigureGroup = {
  name: "list",
  description:
    "All pages of a collection, loaded five at a time, compared with one page after the other with undici alone; 10,000 artifacts, 50 ms delay. Views load page by page instead: see listing.",
  figures: [
    {
      name: "10k.speedup.50ms",
      unit: "×",
      description: "How many times as fast ours is.",
      limit: "5, because five requests run at the same time.",
      goal: { atLeast: 3.7 },
    },
    {
      name: "10k.seconds.50ms",
      unit: "s",
      description: "Ours.",
      limit: "A fifth of 100 delays, and the server's time for 100 pages.",
      goal: { atMost: 1.6 },
    },
    {
      name: "10k.plain.seconds.50ms",
      unit: "s",
      description: "One page after the other.",
      limit: "100 delays, and the server's time for 100 pages.",
      goal: "reference",
    },
  ],
};

export const triageFigures: FigureGroup = {
  name: "triage",
  description: "A tracker of 100,000 artifacts.",
  figures: [
    {
      name: "list.100k.firstRows.requests",
      unit: "requests",
      description: "Requests until its newest rows are shown.",
      limit: "One.",
      goal: { atMost: 1 },
    },
    {
      name: "list.100k.openOnly.requests",
      unit: "requests",
      description: "Requests until its newest open rows are shown.",
      limit: "Its structure, and a page of its newest rows, of which the open ones are shown.",
      goal: { atMost: 2 },
    },
    {
      name: "list.openOnly.delaysInARow",
      unit: "×",
      description:
        "Number of sequential delays until the newest open rows of a tracker are shown: the difference of two times, divided by the delay.",
      limit: "1: both requests are sent at the same time. 2 or 3 if few of the newest rows are open.",
      goal: { atMost: 2 },
    },
    {
      name: "list.100k.memory.mb",
      unit: "MiB",
      description: "Memory of all of its rows, after a garbage collection.",
      limit: "Title, status, people and dates of each row.",
      goal: { atMost: 40 },
    },
  ],
};

export const findFigures: FigureGroup = {
  name: "find",
  description: "A search by words over all projects of the user, as Search Artifacts does it, and the inbox.",
  figures: [
    {
      name: "search.requests",
      unit: "requests",
      description:
        "Maximum of several searches. The first one of a window also asks whether the server has a full-text search, and isn't counted.",
      limit: "One.",
      goal: { atMost: 1 },
    },
    {
      name: "firstHits.delays",
      unit: "×",
      description:
        "Number of sequential delays until the first search of a window shows its first hits: the difference of two times, divided by the delay.",
      limit: "1: the query.",
      goal: { atMost: 1.2 },
    },
    {
      name: "inbox.idle.requests",
      unit: "requests",
      description: "To refresh the inbox of a site on which nothing has changed.",
      limit: "One: the query for changes.",
      goal: { atMost: 1 },
    },
  ],
};

export const saveFigures: FigureGroup = {
  name: "save",
  description:
    "One changed field of a form that was just opened, from Save until the form shows the saved state. The server rejects the change if there is another one; the artifact and its new changesets are loaded afterwards, so that no change is missed.",
  figures: [
    {
      name: "requests",
      unit: "requests",
      description: "Requests of a save.",
      limit: "The change; then the artifact and its new changesets.",
      goal: { atMost: 3 },
    },
    {
      name: "at0ms.untilSavedMs",
      unit: "ms",
      description: "Time until the form shows that it is saved, against a server without delay.",
      limit: "The draft is on disk, marked as pending, before the change is sent.",
      goal: { atMost: 30 },
    },
    {
      name: "at50ms.untilSavedMs",
      unit: "ms",
      description: "Time until the form shows that it is saved, 50 ms delay.",
      limit: "One delay.",
      goal: { atMost: 75 },
    },
    {
      name: "delaysUntilSaved",
      unit: "×",
      description:
        "Number of sequential delays until the form shows that it is saved: the difference of the two times, divided by 50 ms.",
      limit: "1: the change.",
      goal: { atMost: 1.2 },
    },
    {
      name: "at0ms.roundTripMs",
      unit: "ms",
      description: "Time of a save and its check against a server without delay.",
      limit: "The draft is on disk, marked as pending, before the change is sent.",
      goal: { atMost: 60 },
    },
    {
      name: "at50ms.roundTripMs",
      unit: "ms",
      description: "Time of a save and its check, 50 ms delay.",
      limit: "One delay for each request that waits for another.",
      goal: { atMost: 140 },
    },
    {
      name: "delaysInARow",
      unit: "×",
      description:
        "Number of sequential delays of a save and its check: the difference of the two times, divided by 50 ms.",
      limit: "2: the change, then the artifact and its new changesets at the same time.",
      goal: { atMost: 2.2 },
    },
  ],
};

export const commitsFigures: FigureGroup = {
  name: "commits",
  description:
    "All commits that mention an artifact, in a history of 100,000 commits created with git fast-import.",
  figures: [
    {
      name: "scan.ratio",
      unit: "×",
      description: "Time of a full scan as a multiple of git's own search for the text.",
      limit: "1: git has to read every commit either way.",
      goal: { atMost: 1.1 },
    },
    {
      name: "scan.ms",
      unit: "ms",
      description: "Time of a full scan.",
      limit: "Git's own time.",
      goal: { atMost: 1_000 },
    },
    {
      name: "scan.git.ms",
      unit: "ms",
      description: "Time of git log --grep for the same.",
      limit: "Reading 100,000 commits.",
      goal: "reference",
    },
    {
      name: "scan.smallId.ratio",
      unit: "×",
      description: "The same for an artifact whose digits are in nearly every message.",
      limit: "Above 1: many commits that git finds have to be checked.",
      goal: { atMost: 1.6 },
    },
    {
      name: "scan.smallId.ms",
      unit: "ms",
      description: "Time of that scan.",
      limit: "Git's own time and that of the candidates.",
      goal: { atMost: 1_500 },
    },
    {
      name: "firstMention.ms",
      unit: "ms",
      description: "Time until the newest mention is found.",
      limit: "The age of the newest mention.",
      goal: { atMost: 100 },
    },
    {
      name: "again.ms",
      unit: "ms",
      description: "All mentions again, without new commits.",
      limit: "One git command that lists new commits.",
      goal: { atMost: 20 },
    },
    {
      name: "range.10k.ms",
      unit: "ms",
      description: "All artifacts that the newest 10,000 commits mention.",
      limit: "Reading 10,000 messages.",
      goal: { atMost: 350 },
    },
  ],
};

export const codeFigures: FigureGroup = {
  name: "code",
  description:
    "From code to artifacts, in a history of 100,000 commits created with git fast-import, each of one of 50 files; and a file of 50,000 lines of 40 commits.",
  figures: [
    {
      name: "file.ratio",
      unit: "×",
      description:
        "All 2,000 artifacts that the commits of a file mention, as a multiple of git log for its path.",
      limit: "1: git has to compare the trees of every commit either way. We also follow renames.",
      goal: { atMost: 1.3 },
    },
    {
      name: "file.ms",
      unit: "ms",
      description: "All artifacts of a file.",
      limit: "Git's own time.",
      goal: { atMost: 3_000 },
    },
    {
      name: "file.git.ms",
      unit: "ms",
      description: "Time of git log for its path.",
      limit: "Comparing the trees of 100,000 commits.",
      goal: "reference",
    },
    {
      name: "file.window.ratio",
      unit: "×",
      description:
        "The same in a window, from the command to the complete list, as a multiple of another extension that runs git log and lists its commits.",
      limit: "1: git, and VS Code's rendering of 2,000 rows, on two processors.",
      goal: { atMost: 1.3 },
    },
    {
      name: "file.window.ms",
      unit: "ms",
      description: "From the command to our complete list.",
      limit: "Git's own time, and that of VS Code.",
      goal: { atMost: 3_000 },
    },
    {
      name: "file.window.plain.ms",
      unit: "ms",
      description: "From the command to the list of the other extension.",
      limit: "Git's own time, and that of VS Code.",
      goal: "reference",
    },
    {
      name: "folder.ratio",
      unit: "×",
      description:
        "All artifacts of the folder that every commit changes, as a multiple of git log for its path.",
      limit: "1: git has to write every message either way.",
      goal: { atMost: 1.3 },
    },
    {
      name: "folder.ms",
      unit: "ms",
      description: "All artifacts of that folder.",
      limit: "Git's own time.",
      goal: { atMost: 5_000 },
    },
    {
      name: "folder.git.ms",
      unit: "ms",
      description: "Time of git log for its path.",
      limit: "Comparing the trees of 100,000 commits, and writing their messages.",
      goal: "reference",
    },
    {
      name: "blame.ratio",
      unit: "×",
      description: "Commits of all lines, as a multiple of git blame.",
      limit: "1: git compares the file of every commit either way.",
      goal: { atMost: 1.2 },
    },
    {
      name: "blame.ms",
      unit: "ms",
      description: "Commits of all lines.",
      limit: "Git's own time.",
      goal: { atMost: 3_000 },
    },
    {
      name: "blame.git.ms",
      unit: "ms",
      description: "Time of git blame.",
      limit: "Comparing the file of 40 commits.",
      goal: "reference",
    },
    {
      name: "index.10kFiles.seconds",
      unit: "s",
      description: "All references in 10,000 files of 4 kB, of which every tenth has two.",
      limit: "Reading the files.",
      goal: { atMost: 3 },
    },
    {
      name: "index.10kFiles.read.seconds",
      unit: "s",
      description: "Only reading these files, 16 at a time.",
      limit: "The file system.",
      goal: "reference",
    },
    {
      name: "index.10kFiles.mb",
      unit: "MiB",
      description: "Memory of the index: 2,000 references.",
      limit: "The text of their lines. At most 20,000 references are kept.",
      goal: { atMost: 5 },
    },
  ],
};
