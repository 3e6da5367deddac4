// The bundle that is loaded on first need: the REST client, whatever else needs zod, and what only a command leads to.
export { checkup } from "./api/checkup.ts";
export { createClient } from "./api/client.ts";
export { checkMessage } from "./protocol/schemas.ts";
export { checkTableMessage } from "./protocol/tableSchemas.ts";
export { createAttachments } from "./store/attachments/createAttachments.ts";
export { openLastSeen } from "./store/lastSeen/lastSeen.ts";
