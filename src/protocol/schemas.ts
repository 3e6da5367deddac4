// What a page of a form may say to the host: the methods that it can call, with what they take. A page draws text of servers;
// whatever it sends is looked at before it counts.
import * as z from "zod";
import type { Choice } from "../model/merge/encounter.ts";
import { few, id, input, text } from "./inputSchemas.ts";
import type { Message } from "./rpc.ts";

const target = z.union([id, z.literal("comment")]);
// What is undefined is not there any more when VS Code hands a message over.
const edit = z
  .strictObject({ target, input: input.optional(), step: z.enum(["begin", "join"]) })
  .transform(({ target, input, step }) => ({ target, input, step }));
const nothing = z.null();
const short = z.string().max(10_000);
const choice = z.enum(["mine", "theirs", "both", "edit"]) satisfies z.ZodType<Choice>;

const hostMethods = {
  /** The page is ready to draw. */
  ready: nothing,
  /**
   * `number` counts the edits of this page. `before` is what stood in the field when it was typed, where that is
   * another one by now.
   */
  edit: z.strictObject({ number: id, edit, before: input.optional() }),
  undo: nothing,
  redo: nothing,
  save: nothing,
  discard: nothing,
  refresh: nothing,
  openInBrowser: nothing,
  /** What becomes of a field that others have changed too. */
  choose: z.strictObject({ fieldId: id, choice }),
  /** Shows a long text beside what others have made of it. */
  compare: z.strictObject({ fieldId: id }),
  /** From the choices back to the form. */
  backToForm: nothing,
  /** Sends what was typed whatever others have saved. The host asks first. */
  overwrite: nothing,
  /** An action of a notice or of a problem. */
  act: z.strictObject({ noticeId: short, actionId: short }),
  findPeople: z.strictObject({ query: short }),
  findArtifacts: z.strictObject({ query: short }),
  /** Titles of what is linked, asked for when it comes into view. */
  describeArtifacts: z.strictObject({ ids: z.array(id).max(few) }),
  /** The activity has come into view, and with it the commits; or older entries are wanted. */
  history: z.strictObject({ want: z.enum(["newest", "older"]) }),
  /** An image of the site as a data address. */
  image: z.strictObject({ address: short }),
  openText: z.strictObject({ target }),
  openArtifact: z.strictObject({ artifactId: id }),
  /** The changes of a commit that is shown. */
  openCommit: z.strictObject({ repository: short, hash: short }),
  attachment: z.strictObject({ fileId: id, action: z.enum(["open", "download", "saveAs", "remove"]) }),
  downloadAll: nothing,
  /** The host lets the person choose files for a field. */
  attach: z.strictObject({ fieldId: id }),
  /** Files that were dropped from lists of the editor: their addresses. */
  attachUris: z.strictObject({ fieldId: id, uris: z.array(short).max(1000) }),
  /** A file that only the page has, pasted or dropped from elsewhere: answers a key for its bytes. */
  beginFile: z.strictObject({ name: short, type: z.string().max(200), size: id }),
  /** In order, each after the answer to the one before; as base64. */
  filePiece: z.strictObject({ key: id, data: text }),
  /** All bytes of these have been sent. */
  attachSent: z.strictObject({ fieldId: id, keys: z.array(id).max(1000) }),
  /** What the page can't send after all. */
  dropSent: z.strictObject({ keys: z.array(id).max(1000) }),
  /** An attached image as a data address. */
  preview: z.strictObject({ fileId: id }),
  /** A link in a text of the server. */
  openAddress: z.strictObject({ address: short }),
};

/** Pages and hosts don't change what they are sent. */
type Immutable<T> = { readonly [K in keyof T]: Immutable<T[K]> };

type Checks = Readonly<Record<string, z.ZodType>>;

/** What methods take, by their names. */
export type ParamsOf<Methods extends Checks> = {
  readonly [Name in keyof Methods]: Immutable<z.infer<Methods[Name]>>;
};

export type HostParams = ParamsOf<typeof hostMethods>;

const message = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("call"), id, method: z.string(), params: z.unknown() }),
  // What the host asks of a page, the page only confirms.
  z.strictObject({ kind: z.literal("answer"), id, result: z.unknown().optional() }),
  z.strictObject({ kind: z.literal("error"), id, text }),
]);

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
  return checkedBy(hostMethods, posted);
}
