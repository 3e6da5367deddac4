import type { Comment } from "../state/changeset.ts";

/** Comments of generated changesets, which fit every artifact. */
export const sampleComments: readonly [Comment, ...Comment[]] = [
  { format: "commonmark", body: "Seen again this morning, **same place**, half an hour after high water." },
  { format: "commonmark", body: "- checked with the harbour office\n- nothing to do on our side" },
  { format: "commonmark", body: "Please have a look at `stations.json`, it is *older* than the release." },
  { format: "html", body: "<p>Talked to the customer on the phone: <b>not urgent</b>.</p>" },
  { format: "html", body: "<p>Measured twice.</p><ul><li>before: 12 s</li><li>after: 3 s</li></ul>" },
  { format: "text", body: "Moved after the weekly meeting." },
  {
    format: "text",
    body: "See the minutes of Tuesday.\nThere are two more like this one, if I counted right.",
  },
  { format: "text", body: "Levels < 0 m & > 12 m are skipped, at every station but Brest." },
];
