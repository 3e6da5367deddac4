// Methods that the form page can call, with schemas of their parameters. Pages display server text, so all
// messages are validated.
import * as z from "zod";
import type { Resolution } from "../model/merge/mergeState.ts";
import { maxItems, idSchema, fieldInputSchema, longTextSchema } from "./fieldInputSchemas.ts";
import type { RpcMessage } from "./rpc.ts";

const targetSchema = z.union([idSchema, z.literal("comment")]);
// VS Code drops undefined members from messages.
const editSchema = z
  .strictObject({ target: targetSchema, input: fieldInputSchema.optional(), step: z.enum(["begin", "join"]) })
  .transform(({ target, input, step }) => ({ target, input, step }));
const noParams = z.null();
const shortText = z.string().max(10_000);
const resolutionSchema = z.enum(["mine", "theirs", "both", "edit"]) satisfies z.ZodType<Resolution>;

const formHostMethodSchemas = {
  /** The page can be rendered. */
  ready: noParams,
  /**
   * `number` counts the edits of this page. `before` is the base that the page had, if the host's base is a
   * different one.
   */
  edit: z.strictObject({ number: idSchema, edit: editSchema, before: fieldInputSchema.optional() }),
  undo: noParams,
  redo: noParams,
  save: noParams,
  discard: noParams,
  refresh: noParams,
  openInBrowser: noParams,
  resolveConflict: z.strictObject({ fieldId: idSchema, choice: resolutionSchema }),
  /** Compares a long text with the remote version in a diff editor. */
  openDiff: z.strictObject({ fieldId: idSchema }),
  /** Closes the conflict view. */
  backToForm: noParams,
  /** Saves without merging remote changes. The host asks for confirmation. */
  overwrite: noParams,
  /** An action of a notice or a problem. */
  runNoticeAction: z.strictObject({ noticeId: shortText, actionId: shortText }),
  findPeople: z.strictObject({ query: shortText }),
  findArtifacts: z.strictObject({ query: shortText }),
  /** Saves the comment alone. */
  sendComment: noParams,
  /** Opens an entry of the history on the artifact's web page. */
  openHistoryEntry: z.strictObject({ changesetId: idSchema }),
  /** Loads titles of linked artifacts when they become visible. */
  describeArtifacts: z.strictObject({ ids: z.array(idSchema).max(maxItems) }),
  /** Sent when the activity and commits become visible, or for older entries. */
  loadHistory: z.strictObject({ entries: z.enum(["newest", "older"]) }),
  /** Returns an image of the site as data URL. */
  loadImage: z.strictObject({ address: shortText }),
  openTextInEditor: z.strictObject({ target: targetSchema }),
  openArtifact: z.strictObject({ artifactId: idSchema }),
  /** Opens the changes of a listed commit. */
  openCommit: z.strictObject({ repository: shortText, hash: shortText }),
  /** Opens a listed file. Lines are counted from zero. */
  openFileReference: z.strictObject({ file: shortText, line: idSchema }),
  runAttachmentAction: z.strictObject({
    fileId: idSchema,
    action: z.enum(["open", "download", "saveAs", "remove"]),
  }),
  downloadAll: noParams,
  /** Opens a file dialog. */
  pickFilesToAttach: z.strictObject({ fieldId: idSchema }),
  /** URIs of files dropped from VS Code's views. */
  attachUris: z.strictObject({ fieldId: idSchema, uris: z.array(shortText).max(1000) }),
  /** A file that only the page can read, pasted or dropped: returns a key for its chunks. */
  beginFile: z.strictObject({ name: shortText, type: z.string().max(200), size: idSchema }),
  /** Base64; chunks are sent in order, each after the previous one is confirmed. */
  sendFileChunk: z.strictObject({ key: idSchema, data: longTextSchema }),
  /** All chunks of these files have been sent. */
  attachSentFiles: z.strictObject({ fieldId: idSchema, keys: z.array(idSchema).max(1000) }),
  /** Files that the page couldn't read. */
  discardSentFiles: z.strictObject({ keys: z.array(idSchema).max(1000) }),
  /** A file of a new artifact, by its key. */
  removeNewFile: z.strictObject({ fieldId: idSchema, key: shortText }),
  /** Returns an attached image as data URL. */
  loadPreview: z.strictObject({ fileId: idSchema }),
  /** Opens a link in server text. */
  openUrl: z.strictObject({ address: shortText }),
};

type Immutable<T> = { readonly [K in keyof T]: Immutable<T[K]> };

type MethodSchemas = Readonly<Record<string, z.ZodType>>;

/** Parameters by method name. */
export type ParamsOfSchemas<Methods extends MethodSchemas> = {
  readonly [Name in keyof Methods]: Immutable<z.infer<Methods[Name]>>;
};

export type FormHostParams = ParamsOfSchemas<typeof formHostMethodSchemas>;

const messageSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("call"), id: idSchema, method: z.string(), params: z.unknown() }),
  // Pages only confirm calls of the host.
  z.strictObject({ kind: z.literal("answer"), id: idSchema, result: z.unknown().optional() }),
  z.strictObject({ kind: z.literal("error"), id: idSchema, text: longTextSchema }),
]);

/** Undefined for an invalid message. */
export function parseRpcMessage(methods: MethodSchemas, posted: unknown): RpcMessage | undefined {
  const read = messageSchema.safeParse(posted);
  if (!read.success) return undefined;
  if (read.data.kind === "answer") return { ...read.data, result: undefined };
  if (read.data.kind === "error") return read.data;
  const { method } = read.data;
  const checked = Object.hasOwn(methods, method) ? methods[method]?.safeParse(read.data.params) : undefined;
  return checked?.success === true ? { ...read.data, params: checked.data } : undefined;
}

/** Undefined for an invalid message. */
export function parseFormMessage(posted: unknown): RpcMessage | undefined {
  return parseRpcMessage(formHostMethodSchemas, posted);
}
