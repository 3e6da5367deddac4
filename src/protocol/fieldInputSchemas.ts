// Schemas of inputs; the compiler requires each kind of the model.
import * as z from "zod";
import type { ComputedFieldShapes } from "../model/fields/computed.ts";
import type { DateFieldShapes } from "../model/fields/date.ts";
import type { NewFilesFieldShapes } from "../model/fields/files.ts";
import type { LinksFieldShapes } from "../model/fields/links.ts";
import type { ListFieldShapes } from "../model/fields/list.ts";
import type { NotificationsFieldShapes } from "../model/fields/svnNotifications.ts";
import type { NumberFieldShapes } from "../model/fields/number.ts";
import type { OpenListFieldShapes } from "../model/fields/openList.ts";
import type { PermissionsFieldShapes } from "../model/fields/permissions.ts";
import type { Input } from "../model/fields/registry.ts";
import type { StepsFieldShapes } from "../model/fields/steps.ts";
import type { StringFieldShapes } from "../model/fields/string.ts";
import type { TextFieldShapes } from "../model/fields/text.ts";

/** Longer than any field allows, and short enough to store. */
export const longTextSchema = z.string().max(2_000_000);
export const maxItems = 20_000;
export const idSchema = z.int().nonnegative();
const choiceIdSchema = z.union([z.int(), z.string().max(1000)]);
const chosenSchema = z.array(z.strictObject({ id: choiceIdSchema, label: longTextSchema })).max(maxItems);
const formatSchema = z.enum(["text", "html", "commonmark"]);

const stringInput = z.strictObject({ kind: z.literal("line"), text: longTextSchema }) satisfies z.ZodType<
  StringFieldShapes["input"]
>;

const textInput = z.strictObject({
  kind: z.literal("text"),
  source: longTextSchema,
  format: formatSchema,
}) satisfies z.ZodType<TextFieldShapes["input"]>;

const numberInput = z.strictObject({ kind: z.literal("number"), text: longTextSchema }) satisfies z.ZodType<
  NumberFieldShapes["input"]
>;

const dateInput = z.strictObject({ kind: z.literal("date"), text: longTextSchema }) satisfies z.ZodType<
  DateFieldShapes["input"]
>;

const listInput = z.strictObject({ kind: z.literal("choices"), chosen: chosenSchema }) satisfies z.ZodType<
  ListFieldShapes["input"]
>;

// VS Code drops undefined members from messages.
const entrySchema = z
  .strictObject({ id: choiceIdSchema.optional(), label: longTextSchema })
  .transform(({ id, label }) => ({ id, label }));

const openListInput = z.strictObject({
  kind: z.literal("openList"),
  entries: z.array(entrySchema).max(maxItems),
}) satisfies z.ZodType<OpenListFieldShapes["input"]>;

const linksInput = z.strictObject({
  kind: z.literal("links"),
  forward: z.array(z.strictObject({ artifactId: idSchema, type: longTextSchema })).max(maxItems),
}) satisfies z.ZodType<LinksFieldShapes["input"]>;

const permissionsInput = z.strictObject({
  kind: z.literal("permissions"),
  groups: chosenSchema,
}) satisfies z.ZodType<PermissionsFieldShapes["input"]>;

const computedInput = z.strictObject({
  kind: z.literal("computed"),
  isAutomatic: z.boolean(),
  text: longTextSchema,
}) satisfies z.ZodType<ComputedFieldShapes["input"]>;

const stepsInput = z.strictObject({
  kind: z.literal("steps"),
  steps: z
    .array(
      z.strictObject({
        description: longTextSchema,
        descriptionFormat: formatSchema,
        expected: longTextSchema,
        expectedFormat: formatSchema,
      }),
    )
    .max(maxItems),
}) satisfies z.ZodType<StepsFieldShapes["input"]>;

const notificationsInput = z.strictObject({
  kind: z.literal("notifications"),
  rows: z
    .array(
      z.strictObject({
        path: longTextSchema,
        emails: z.array(longTextSchema).max(maxItems),
        users: chosenSchema,
        groups: chosenSchema,
        readAs: longTextSchema.optional(),
      }),
    )
    .max(maxItems),
}) satisfies z.ZodType<NotificationsFieldShapes["input"]>;

// Refused: only the host adds files, because a page could name any file of this machine.
const newFilesInput = z
  .strictObject({
    kind: z.literal("newFiles"),
    files: z.array(
      z.strictObject({
        key: longTextSchema,
        name: longTextSchema,
        size: idSchema,
        type: longTextSchema,
        description: longTextSchema,
        path: longTextSchema,
        isCopy: z.boolean(),
      }),
    ),
  })
  .refine(() => false) satisfies z.ZodType<NewFilesFieldShapes["input"]>;

const { line, ...others } = {
  line: stringInput,
  text: textInput,
  number: numberInput,
  date: dateInput,
  choices: listInput,
  openList: openListInput,
  links: linksInput,
  permissions: permissionsInput,
  computed: computedInput,
  steps: stepsInput,
  notifications: notificationsInput,
  newFiles: newFilesInput,
} satisfies { readonly [K in Input["kind"]]: z.ZodType<Extract<Input, { readonly kind: K }>> };

export const fieldInputSchema = z.discriminatedUnion("kind", [line, ...Object.values(others)]);
