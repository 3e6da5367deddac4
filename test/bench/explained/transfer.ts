// Figures of attachments on their way.
import type { Figure, Group } from "./figure.ts";

/** In MiB; the figures of the last have no size in their names. */
export const downloadSizes = [1, 16, 64] as const;

export function downloadPrefix(size: (typeof downloadSizes)[number]): string {
  return size === 64 ? "" : `${size}mib.`;
}

function download(size: (typeof downloadSizes)[number]): readonly Figure[] {
  const prefix = downloadPrefix(size);
  const file = `${size} MiB`;
  return [
    {
      name: `${prefix}chunks.speedup.0ms`,
      unit: "×",
      what: `${file} in chunks: how many times as fast as one chunk after the other with undici alone, no delay.`,
      limit: "About 1 where server and client share two processors; the gain is in the waiting.",
    },
    {
      name: `${prefix}chunks.mibPerSecond.0ms`,
      unit: "MiB/s",
      what: `Ours, ${file}, no delay.`,
      limit: "The server's encoding and our decoding of base64.",
    },
    {
      name: `${prefix}chunks.plain.mibPerSecond.0ms`,
      unit: "MiB/s",
      what: `One chunk after the other, ${file}, no delay.`,
      limit: "The same.",
    },
    {
      name: `${prefix}chunks.speedup.50ms`,
      unit: "×",
      what: `The same comparison, each answer 50 ms late.`,
      limit: size === 1 ? "1: it is one chunk." : "4, as four chunks are under way at once.",
    },
    {
      name: `${prefix}chunks.seconds.50ms`,
      unit: "s",
      what: `Ours, ${file}, each answer 50 ms late.`,
      limit: "A quarter of the delays of its chunks.",
    },
    {
      name: `${prefix}chunks.plain.seconds.50ms`,
      unit: "s",
      what: `One chunk after the other, ${file}, each answer 50 ms late.`,
      limit: "The delays of all of its chunks.",
    },
    {
      name: `${prefix}raw.ratio`,
      unit: "×",
      what: `${file} as a stream: our speed as a share of that of undici alone.`,
      limit: "1: we use undici.",
    },
    {
      name: `${prefix}raw.mibPerSecond`,
      unit: "MiB/s",
      what: `Our speed then.`,
      limit: "The loopback device and two busy processors.",
    },
  ];
}

export const downloads: Group = {
  name: "download",
  about:
    "The client alone, without a disk, beside what one writes in an afternoon: a loop over the chunks, and undici on the stream. Figures without a size in their names are of 64 MiB.",
  figures: [
    ...downloadSizes.flatMap(download),
    {
      name: "memory.mib",
      unit: "MiB",
      what: "By how much live memory grows at most while 64 MiB arrive, the worse of both ways.",
      limit: "A few chunks under way; never the file.",
    },
    {
      name: "memory.chunks.mib",
      unit: "MiB",
      what: "The same, in chunks.",
      limit: "Four chunks and their text.",
    },
    { name: "memory.stream.mib", unit: "MiB", what: "The same, as a stream.", limit: "A few buffers." },
  ],
};

export const attachment: Group = {
  name: "attachment",
  about:
    "64 MiB from the server to a file of its final name, against the client alone, which throws the bytes away.",
  figures: [
    {
      name: "endToEnd.ratio",
      unit: "×",
      what: "Speed to the disk as a share of the client's, from a server as fast as the product was seen to be.",
      limit: "1: writing goes on while the rest arrives.",
    },
    { name: "endToEnd.mibPerSecond", unit: "MiB/s", what: "To the disk.", limit: "The server: 391 MiB/s." },
    {
      name: "endToEnd.client.mibPerSecond",
      unit: "MiB/s",
      what: "The client alone.",
      limit: "The server: 391 MiB/s.",
    },
    {
      name: "endToEnd.unpaced.ratio",
      unit: "×",
      what: "The same share from a server that sends as fast as it can.",
      limit: "Below 1: server, client and writing share the processors.",
    },
    {
      name: "endToEnd.unpaced.mibPerSecond",
      unit: "MiB/s",
      what: "To the disk then.",
      limit: "The loopback device and the disk.",
    },
    {
      name: "endToEnd.unpaced.client.mibPerSecond",
      unit: "MiB/s",
      what: "The client alone then.",
      limit: "The loopback device.",
    },
    {
      name: "endToEnd.chunks.ratio",
      unit: "×",
      what: "The share where a server has chunks only.",
      limit: "1: base64 takes longer than writing.",
    },
    {
      name: "endToEnd.chunks.mibPerSecond",
      unit: "MiB/s",
      what: "To the disk in chunks.",
      limit: "The server's encoding and our decoding of base64.",
    },
    {
      name: "memory.mib",
      unit: "MiB",
      what: "By how much live memory grows at most meanwhile, the worse of both ways.",
      limit: "A few pieces under way; never the file.",
    },
    {
      name: "memory.chunks.mib",
      unit: "MiB",
      what: "The same, in chunks.",
      limit: "Four chunks and their text.",
    },
    {
      name: "memory.stream.mib",
      unit: "MiB",
      what: "The same, as a stream.",
      limit: "What waits for the disk.",
    },
  ],
};
