// An answer of the simulator held against a recorded one: status, headers that mean something, and shape.
import { STATUS_CODES } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { decodeXml } from "../../src/api/format/xml.ts";
import type { Reply } from "./asking.ts";
import { object } from "./raw.ts";
import { bytesOf, dataOf, headerOf, isCut, isXml } from "./recording.ts";
import type { Recording } from "./recording.ts";
import { shapeOf } from "./shape.ts";
import type { Shape } from "./shape.ts";
import { shapeDifferences } from "./shapeDifferences.ts";

const telling = [
  "allow",
  "etag",
  "last-modified",
  "location",
  "content-disposition",
  "content-encoding",
  "www-authenticate",
  "x-pagination-limit",
  "x-pagination-limit-max",
  "x-pagination-offset",
  "x-pagination-size",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-upload-max-file-chunksize",
  "x-quota",
  "x-disk-usage",
  "tus-resumable",
  "upload-length",
  "upload-offset",
];

/** Constants of a route, the same on every server. */
const constant = ["allow", "cache-control", "content-type", "tus-resumable", "x-pagination-limit-max"];

function textHeader(headers: IncomingHttpHeaders, name: string): string | undefined {
  return headers[name]?.toString();
}

function headerDifferences(reply: Reply, { response }: Recording): string[] {
  const present = telling.flatMap((name) => {
    const [here, there] = [textHeader(reply.headers, name), headerOf(response.headers, name)];
    if ((here === undefined) === (there === undefined)) return [];
    return [`header ${name} is ${here === undefined ? "missing" : "added"}`];
  });
  const values = constant.flatMap((name) => {
    const [here, there] = [textHeader(reply.headers, name), headerOf(response.headers, name)];
    const isBoth = here !== undefined && there !== undefined;
    return !isBoth || here === there ? [] : [`header ${name} is ${here}, recorded as ${there}`];
  });
  return [...present, ...values];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** XML has no types and writes nothing for nothing; one element of a list looks like an object. */
function xmlData(text: string): unknown {
  return untyped(decodeXml(text));
}

function untyped(value: unknown): unknown {
  if (value === "") return null;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(untyped);
  const { item, ...members } = value as Readonly<Record<string, unknown>>;
  if (item !== undefined && Object.keys(members).length === 0) return [item].flat().map(untyped);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, untyped(member)]));
}

/** Whether words of the server's own follow the standard phrase. */
function hasDetail(data: unknown): boolean | undefined {
  const { code, message } = object(object(data)["error"]);
  if (typeof message !== "string") return undefined;
  return message !== STATUS_CODES[Number(code)];
}

function bodyDifferences(reply: Reply, recording: Recording, known: Shape | undefined): string[] {
  if (isCut(recording)) return reply.text === "" ? ["the body is empty"] : [];
  const text = bytesOf(recording).toString();
  if ((reply.text === "") !== (text === "")) {
    return [reply.text === "" ? "the body is empty" : "the body was empty when recorded"];
  }
  const read = isXml(recording) ? xmlData : parsed;
  if (text === "") return [];
  const there = isXml(recording) ? xmlData(text) : dataOf(recording);
  if (there === undefined) return [];
  const here = read(reply.text);
  if (here === undefined) return ["the body is no data"];
  if (Array.isArray(here) && Array.isArray(there) && (here.length === 0) !== (there.length === 0)) {
    return [`a list of ${here.length}, recorded with ${there.length}`];
  }
  const detail =
    hasDetail(here) === hasDetail(there) ? [] : [`detail in the message: ${String(hasDetail(here))}`];
  // In XML nothing, an empty list and an empty text look alike.
  const mayBe = isXml(recording) ? undefined : known;
  const found = shapeDifferences("body", shapeOf(here), shapeOf(there), mayBe);
  return [
    ...detail,
    ...found.filter((each) => !isXml(recording) || !/ is (null|string|array|object),/.test(each)),
  ];
}

export function differences(reply: Reply, recording: Recording, known: Shape | undefined): string[] {
  const { status } = recording.response;
  if (reply.status !== status) {
    return [`status ${reply.status}, recorded as ${status}: ${reply.text.slice(0, 200)}`];
  }
  return [...headerDifferences(reply, recording), ...bodyDifferences(reply, recording, known)];
}
