// The only place that loads the late bundle: the REST client, the check of what a page says, the work with attachments.
import type { CheckupOptions } from "../api/checkup.ts";
import type { Client, ClientOptions } from "../api/client.ts";
import type { checkMessage as Check, checkTableMessage as CheckTable } from "../late.ts";
import type { Finding } from "../model/checkup.ts";
import type { Remembering } from "./lastSeen/lastSeen.ts";
import type { AttachmentsOptions, AttachmentTools } from "./attachments/createAttachments.ts";

export async function openClient(
  options: Omit<ClientOptions, "memory">,
  remembering?: Remembering,
): Promise<Client> {
  const { createClient, openLastSeen } = await import("../late.ts");
  return createClient({ ...options, memory: remembering && openLastSeen(remembering) });
}

export async function* openCheckup(options: CheckupOptions, signal: AbortSignal): AsyncGenerator<Finding> {
  const { checkup } = await import("../late.ts");
  yield* checkup(options, signal);
}

/** What a page posted, if it is something that a page may say; undefined for everything else. */
export async function checkPageMessage(message: unknown): Promise<ReturnType<typeof Check> | undefined> {
  const { checkMessage } = await import("../late.ts");
  return checkMessage(message);
}

/** The same for what the page of a table posted. */
export async function checkTablePageMessage(
  message: unknown,
): Promise<ReturnType<typeof CheckTable> | undefined> {
  const { checkTableMessage } = await import("../late.ts");
  return checkTableMessage(message);
}

/** Once for a window: what is under way is known to these alone. */
export async function openAttachments(options: AttachmentsOptions): Promise<AttachmentTools> {
  const { createAttachments } = await import("../late.ts");
  return createAttachments(options);
}
