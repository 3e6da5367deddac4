// The schemas of what is typed into fields: the compiler asks for each kind of input that the model has.
import * as z from "zod";
import type { ComputedField } from "../model/fields/computed.ts";
import type { DateField } from "../model/fields/date.ts";
import type { LinksField } from "../model/fields/links.ts";
import type { ListField } from "../model/fields/list.ts";
import type { NotificationsField } from "../model/fields/notifications.ts";
import type { NumberField } from "../model/fields/number.ts";
import type { OpenListField } from "../model/fields/openList.ts";
import type { PermissionsField } from "../model/fields/permissions.ts";
import type { Input } from "../model/fields/registry.ts";
import type { StepsField } from "../model/fields/steps.ts";
import type { StringField } from "../model/fields/string.ts";
import type { TextField } from "../model/fields/text.ts";

// What the schemas of several types have in common.

/** More than any field holds, and little enough to be kept. */
export const text = z.string().max(2_000_000);
export const few = 20_000;
export const id = z.int().nonnegative();
const choiceId = z.union([z.int(), z.string().max(1000)]);
const chosen = z.array(z.strictObject({ id: choiceId, label: text })).max(few);
const format = z.enum(["text", "html", "commonmark"]);

const stringInput = z.strictObject({ kind: z.literal("line"), text }) satisfies z.ZodType<
  StringField["input"]
>;

const textInput = z.strictObject({
  kind: z.literal("text"),
  source: text,
  format,
}) satisfies z.ZodType<TextField["input"]>;

const numberInput = z.strictObject({ kind: z.literal("number"), text }) satisfies z.ZodType<
  NumberField["input"]
>;

const dateInput = z.strictObject({ kind: z.literal("date"), text }) satisfies z.ZodType<DateField["input"]>;

const listInput = z.strictObject({ kind: z.literal("choices"), chosen }) satisfies z.ZodType<
  ListField["input"]
>;

// What is undefined is not there any more when VS Code hands a message over.
const entry = z
  .strictObject({ id: choiceId.optional(), label: text })
  .transform(({ id, label }) => ({ id, label }));

const openListInput = z.strictObject({
  kind: z.literal("openList"),
  entries: z.array(entry).max(few),
}) satisfies z.ZodType<OpenListField["input"]>;

const linksInput = z.strictObject({
  kind: z.literal("links"),
  forward: z.array(z.strictObject({ artifactId: id, type: text })).max(few),
}) satisfies z.ZodType<LinksField["input"]>;

const permissionsInput = z.strictObject({
  kind: z.literal("permissions"),
  groups: chosen,
}) satisfies z.ZodType<PermissionsField["input"]>;

const computedInput = z.strictObject({
  kind: z.literal("computed"),
  isAutomatic: z.boolean(),
  text,
}) satisfies z.ZodType<ComputedField["input"]>;

const stepsInput = z.strictObject({
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
}) satisfies z.ZodType<StepsField["input"]>;

const notificationsInput = z.strictObject({
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
}) satisfies z.ZodType<NotificationsField["input"]>;

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
} satisfies { readonly [K in Input["kind"]]: z.ZodType<Extract<Input, { readonly kind: K }>> };

export const input = z.discriminatedUnion("kind", [line, ...Object.values(others)]);
