// What a page may say to the host. A page draws text of servers; whatever it sends is looked at before it counts.
import * as z from "zod";
import type { HostMethods } from "./page.ts";
import type { Message } from "./rpc.ts";

/** More than any field holds, and little enough to be kept. */
const text = z.string().max(2_000_000);
const few = 20_000;
const id = z.int().nonnegative();
const choiceId = z.union([z.int(), z.string().max(1000)]);
const chosen = z.array(z.strictObject({ id: choiceId, label: text })).max(few);
const format = z.enum(["text", "html", "commonmark"]);

const input = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("line"), text }),
  z.strictObject({ kind: z.literal("text"), source: text, format }),
  z.strictObject({ kind: z.literal("number"), text }),
  z.strictObject({ kind: z.literal("date"), text }),
  z.strictObject({ kind: z.literal("choices"), chosen }),
  z.strictObject({
    kind: z.literal("openList"),
    entries: z.array(z.strictObject({ id: choiceId.optional(), label: text })).max(few),
  }),
  z.strictObject({
    kind: z.literal("links"),
    forward: z.array(z.strictObject({ artifactId: id, type: text })).max(few),
  }),
  z.strictObject({ kind: z.literal("permissions"), groups: chosen }),
  z.strictObject({ kind: z.literal("computed"), isAutomatic: z.boolean(), text }),
  z.strictObject({
    kind: z.literal("steps"),
    steps: z
      .array(
        z.strictObject({
          description: text,
          descriptionFormat: format,
          expected: text,
          expectedFormat: format,
        }),
      )
      .max(few),
  }),
  z.strictObject({
    kind: z.literal("notifications"),
    rows: z
      .array(
        z.strictObject({
          path: text,
          emails: z.array(text).max(few),
          users: chosen,
          groups: chosen,
          readAs: text.optional(),
        }),
      )
      .max(few),
  }),
]);

const target = z.union([id, z.literal("comment")]);
const edit = z.strictObject({ target, input: input.optional(), step: z.enum(["begin", "join"]) });
const nothing = z.null();
const short = z.string().max(10_000);

const params: Readonly<Record<keyof HostMethods, z.ZodType>> = {
  ready: nothing,
  edit: z.strictObject({ number: id, edit, before: input.optional() }),
  undo: nothing,
  redo: nothing,
  save: nothing,
  discard: nothing,
  refresh: nothing,
  openInBrowser: nothing,
  choose: z.strictObject({ fieldId: id, choice: z.enum(["mine", "theirs", "both", "edit"]) }),
  compare: z.strictObject({ fieldId: id }),
  backToForm: nothing,
  overwrite: nothing,
  act: z.strictObject({ noticeId: short, actionId: short }),
  findPeople: z.strictObject({ query: short }),
  findArtifacts: z.strictObject({ query: short }),
  describeArtifacts: z.strictObject({ ids: z.array(id).max(few) }),
  history: z.strictObject({ want: z.enum(["newest", "older"]) }),
  image: z.strictObject({ address: short }),
  openText: z.strictObject({ target }),
  openArtifact: z.strictObject({ artifactId: id }),
  openCommit: z.strictObject({ repository: short, hash: short }),
  attachment: z.strictObject({ fileId: id, action: z.enum(["open", "download", "saveAs", "remove"]) }),
  downloadAll: nothing,
  attach: z.strictObject({ fieldId: id }),
  attachUris: z.strictObject({ fieldId: id, uris: z.array(short).max(1000) }),
  beginFile: z.strictObject({ name: short, type: z.string().max(200), size: id }),
  filePiece: z.strictObject({ key: id, data: text }),
  attachSent: z.strictObject({ fieldId: id, keys: z.array(id).max(1000) }),
  dropSent: z.strictObject({ keys: z.array(id).max(1000) }),
  preview: z.strictObject({ fileId: id }),
  openAddress: z.strictObject({ address: short }),
};

const message = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("call"), id, method: z.string(), params: z.unknown() }),
  // What the host asks of a page, the page only confirms.
  z.strictObject({ kind: z.literal("answer"), id, result: z.unknown().optional() }),
  z.strictObject({ kind: z.literal("error"), id, text }),
]);

type Checks = Readonly<Record<string, z.ZodType>>;

/** What a page of ours would say, by what its methods take; undefined for everything else. */
export function checkedBy(methods: Checks, posted: unknown): Message | undefined {
  const read = message.safeParse(posted);
  if (!read.success) return undefined;
  if (read.data.kind === "answer") return { ...read.data, result: undefined };
  if (read.data.kind === "error") return read.data;
  const { method } = read.data;
  const checked = Object.hasOwn(methods, method) ? methods[method]?.safeParse(read.data.params) : undefined;
  return checked?.success === true ? { ...read.data, params: checked.data } : undefined;
}

/** Undefined for what no page of a form would say. */
export function checkMessage(posted: unknown): Message | undefined {
  return checkedBy(params, posted);
}
