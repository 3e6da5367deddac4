// Compares a response of the simulator with a recorded one: status, relevant headers, and shape.
import { STATUS_CODES } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { decodeXml } from "../../src/api/format/xml.ts";
import type { SimulatorResponse } from "./sendRequest.ts";
import { toObject } from "./rawJson.ts";
import { getBodyBytes, getJsonBody, getHeader, isTruncated, isXml } from "./recording.ts";
import type { Recording } from "./recording.ts";
import { getShape } from "./jsonShape.ts";
import type { JsonShape } from "./jsonShape.ts";
import { findShapeDifferences } from "./findShapeDifferences.ts";

const comparedHeaders = [
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

/** Headers whose values are the same on every server. */
const constantHeaders = ["allow", "cache-control", "content-type", "tus-resumable", "x-pagination-limit-max"];

function getSimulatorHeader(headers: IncomingHttpHeaders, name: string): string | undefined {
  return headers[name]?.toString();
}

function findHeaderDifferences(simulatorResponse: SimulatorResponse, { response }: Recording): string[] {
  const present = comparedHeaders.flatMap((name) => {
    const [simulated, recorded] = [
      getSimulatorHeader(simulatorResponse.headers, name),
      getHeader(response.headers, name),
    ];
    if ((simulated === undefined) === (recorded === undefined)) return [];
    return [`header ${name} is ${simulated === undefined ? "missing" : "added"}`];
  });
  const values = constantHeaders.flatMap((name) => {
    const [simulated, recorded] = [
      getSimulatorHeader(simulatorResponse.headers, name),
      getHeader(response.headers, name),
    ];
    const areBothSet = simulated !== undefined && recorded !== undefined;
    return !areBothSet || simulated === recorded
      ? []
      : [`header ${name} is ${simulated}, recorded as ${recorded}`];
  });
  return [...present, ...values];
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** XML has no types and no null, and a list of one element looks like an object. */
function parseXml(text: string): unknown {
  return removeTypes(decodeXml(text));
}

function removeTypes(value: unknown): unknown {
  if (value === "") return null;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(removeTypes);
  const { item, ...members } = value as Readonly<Record<string, unknown>>;
  if (item !== undefined && Object.keys(members).length === 0) return [item].flat().map(removeTypes);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, removeTypes(member)]));
}

/** Whether the message has more than the reason phrase. */
function hasDetail(data: unknown): boolean | undefined {
  const { code, message } = toObject(toObject(data)["error"]);
  if (typeof message !== "string") return undefined;
  return message !== STATUS_CODES[Number(code)];
}

/** Members that are the whole result; others may be empty by chance. */
const resultMembers = ["artifacts", "collection", "entries", "repositories"];

/** A result must be empty if the recorded one is, and only then. */
function findLengthDifferences(simulated: unknown, recorded: unknown): string[] {
  if (Array.isArray(simulated) && Array.isArray(recorded)) {
    return (simulated.length === 0) === (recorded.length === 0)
      ? []
      : [`a list of ${simulated.length}, recorded with ${recorded.length}`];
  }
  return resultMembers.flatMap((name) =>
    name in toObject(simulated)
      ? findLengthDifferences(toObject(simulated)[name], toObject(recorded)[name]).map(
          (difference) => `${name}: ${difference}`,
        )
      : [],
  );
}

function findBodyDifferences(
  simulatorResponse: SimulatorResponse,
  recording: Recording,
  known: JsonShape | undefined,
): string[] {
  if (isTruncated(recording)) return simulatorResponse.text === "" ? ["the body is empty"] : [];
  const text = getBodyBytes(recording).toString();
  if ((simulatorResponse.text === "") !== (text === "")) {
    return [simulatorResponse.text === "" ? "the body is empty" : "the body was empty when recorded"];
  }
  const parse = isXml(recording) ? parseXml : tryParseJson;
  if (text === "") return [];
  const recorded = isXml(recording) ? parseXml(text) : getJsonBody(recording);
  if (recorded === undefined) return [];
  const simulated = parse(simulatorResponse.text);
  if (simulated === undefined) return ["the body can't be parsed"];
  const lengths = findLengthDifferences(simulated, recorded);
  if (lengths.length > 0) return lengths;
  const detail =
    hasDetail(simulated) === hasDetail(recorded)
      ? []
      : [`detail in the message: ${String(hasDetail(simulated))}`];
  // In XML null, an empty list and an empty text are the same.
  const knownShape = isXml(recording) ? undefined : known;
  const found = findShapeDifferences("body", getShape(simulated), getShape(recorded), knownShape);
  return [
    ...detail,
    ...found.filter((difference) => !isXml(recording) || !/ is (null|string|array|object),/.test(difference)),
  ];
}

export function findDifferences(
  simulatorResponse: SimulatorResponse,
  recording: Recording,
  known: JsonShape | undefined,
): string[] {
  const { status } = recording.response;
  if (simulatorResponse.status !== status) {
    return [
      `status ${simulatorResponse.status}, recorded as ${status}: ${simulatorResponse.text.slice(0, 200)}`,
    ];
  }
  return [
    ...findHeaderDifferences(simulatorResponse, recording),
    ...findBodyDifferences(simulatorResponse, recording, known),
  ];
}
