// The bundle that is loaded on first need: the REST client, and whatever else needs zod.
export { createClient } from "./api/client.ts";
export { checkMessage } from "./protocol/schemas.ts";
