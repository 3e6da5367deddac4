// Figures of downloads.
import type { FigureDescription, FigureGroup } from "./figureDescription.ts";

/** In MiB; the figures of the largest have no size in their names. */
export const downloadSizes = [1, 16, 64] as const;

export function getDownloadPrefix(size: (typeof downloadSizes)[number]): string {
  return size === 64 ? "" : `${size}mib.`;
}

/** A single chunk can't be faster than the plain client; the more chunks, the more waiting time is saved. */
const downloadGoals = {
  1: { speedup: 0.7, rate: 30, delayedSpeedup: 0.9, delayedSeconds: 0.08, rawRatio: 0.7, rawRate: 100 },
  16: { speedup: 1.1, rate: 50, delayedSpeedup: 2.3, delayedSeconds: 0.45, rawRatio: 0.65, rawRate: 200 },
  64: { speedup: 1.3, rate: 50, delayedSpeedup: 3.3, delayedSeconds: 1.4, rawRatio: 0.9, rawRate: 200 },
} as const;

function createDownloadFigures(size: (typeof downloadSizes)[number]): readonly FigureDescription[] {
  const prefix = getDownloadPrefix(size);
  const file = `${size} MiB`;
  const goals = downloadGoals[size];
  return [
    {
      name: `${prefix}chunks.speedup.0ms`,
      unit: "×",
      description: `${file} in chunks: how many times as fast as one chunk after the other with undici alone, no delay.`,
      limit: "About 1 if server and client share two processors; parallel requests only save waiting time.",
      goal: { atLeast: goals.speedup },
    },
    {
      name: `${prefix}chunks.mibPerSecond.0ms`,
      unit: "MiB/s",
      description: `Ours, ${file}, no delay.`,
      limit: "The server's encoding and our decoding of base64.",
      goal: { atLeast: goals.rate },
    },
    {
      name: `${prefix}chunks.plain.mibPerSecond.0ms`,
      unit: "MiB/s",
      description: `One chunk after the other, ${file}, no delay.`,
      limit: "The same.",
      goal: "reference",
    },
    {
      name: `${prefix}chunks.speedup.50ms`,
      unit: "×",
      description: `The same comparison, 50 ms delay.`,
      limit:
        size === 1 ? "1: there is only one chunk." : "5, because five chunks are loaded at the same time.",
      goal: { atLeast: goals.delayedSpeedup },
    },
    {
      name: `${prefix}chunks.seconds.50ms`,
      unit: "s",
      description: `Ours, ${file}, 50 ms delay.`,
      limit: "A fifth of the delays of its chunks.",
      goal: { atMost: goals.delayedSeconds },
    },
    {
      name: `${prefix}chunks.plain.seconds.50ms`,
      unit: "s",
      description: `One chunk after the other, ${file}, 50 ms delay.`,
      limit: "The delays of all of its chunks.",
      goal: "reference",
    },
    {
      name: `${prefix}raw.ratio`,
      unit: "×",
      description: `${file} as a stream: our speed as a multiple of that of undici alone.`,
      limit: "1: we use undici.",
      goal: { atLeast: goals.rawRatio },
    },
    {
      name: `${prefix}raw.mibPerSecond`,
      unit: "MiB/s",
      description: `Our speed as a stream.`,
      limit: "The loopback device and two busy processors; the ratio shows what we add to that.",
      goal: { atLeast: goals.rawRate },
    },
  ];
}

export const downloadFigures: FigureGroup = {
  name: "download",
  description:
    "The client alone, without a disk, compared with a simple client: a loop over the chunks, and undici for the stream. Figures without a size in their names are of 64 MiB.",
  figures: [
    ...downloadSizes.flatMap(createDownloadFigures),
    {
      name: "memory.mib",
      unit: "MiB",
      description: "Maximum growth of live memory during a download of 64 MiB, the higher of both modes.",
      limit: "A few chunks at a time; never the whole file.",
      goal: { atMost: 16 },
    },
    {
      name: "memory.chunks.mib",
      unit: "MiB",
      description: "The same, in chunks.",
      limit: "Five chunks and their text.",
      goal: { atMost: 16 },
    },
    {
      name: "memory.stream.mib",
      unit: "MiB",
      description: "The same, as a stream.",
      limit: "A few buffers.",
      goal: { atMost: 4 },
    },
  ],
};

export const attachmentFigures: FigureGroup = {
  name: "attachment",
  description:
    "64 MiB from the server to a file with its final name, compared with the client alone, which discards the bytes.",
  figures: [
    {
      name: "endToEnd.ratio",
      unit: "×",
      description:
        "Speed to the disk as a multiple of the client's, from a server as fast as the fastest measured one.",
      limit: "That of undici written by Node's own streams, as the next figure compares it.",
      goal: { atLeast: 0.78 },
    },
    {
      name: "endToEnd.plain.speedup",
      unit: "×",
      description: "How many times as fast as undici piped to a file stream of Node.",
      limit: "1: receiving, copying and writing share the processors with the server.",
      goal: { atLeast: 1 },
    },
    {
      name: "endToEnd.plain.mibPerSecond",
      unit: "MiB/s",
      description: "Undici piped to a file stream of Node.",
      limit: "The server: 391 MiB/s.",
      goal: "reference",
    },
    {
      name: "endToEnd.mibPerSecond",
      unit: "MiB/s",
      description: "To the disk.",
      limit: "The server: 391 MiB/s.",
      goal: { atLeast: 180 },
    },
    {
      name: "endToEnd.client.mibPerSecond",
      unit: "MiB/s",
      description: "The client alone.",
      limit: "The server: 391 MiB/s.",
      goal: "reference",
    },
    {
      name: "endToEnd.unpaced.ratio",
      unit: "×",
      description: "The same from a server without a speed limit.",
      limit: "Below 1: server, client and writing share the processors.",
      goal: { atLeast: 0.65 },
    },
    {
      name: "endToEnd.unpaced.mibPerSecond",
      unit: "MiB/s",
      description: "To the disk, without a speed limit.",
      limit: "The loopback device and the disk.",
      goal: { atLeast: 200 },
    },
    {
      name: "endToEnd.unpaced.client.mibPerSecond",
      unit: "MiB/s",
      description: "The client alone, without a speed limit.",
      limit: "The loopback device.",
      goal: "reference",
    },
    {
      name: "endToEnd.chunks.ratio",
      unit: "×",
      description: "The same from a server that has chunks only.",
      limit: "Below 1: server, base64 and writing share the processors.",
      goal: { atLeast: 0.85 },
    },
    {
      name: "endToEnd.chunks.mibPerSecond",
      unit: "MiB/s",
      description: "To the disk in chunks.",
      limit: "The server's encoding and our decoding of base64.",
      goal: { atLeast: 50 },
    },
    {
      name: "memory.mib",
      unit: "MiB",
      description: "Maximum growth of live memory, the higher of both modes.",
      limit: "A few chunks at a time; never the whole file.",
      goal: { atMost: 20 },
    },
    {
      name: "memory.chunks.mib",
      unit: "MiB",
      description: "The same, in chunks.",
      limit: "Five chunks and their text.",
      goal: { atMost: 20 },
    },
    {
      name: "memory.stream.mib",
      unit: "MiB",
      description: "The same, as a stream.",
      limit: "Bytes that wait for the disk.",
      goal: { atMost: 10 },
    },
  ],
};
