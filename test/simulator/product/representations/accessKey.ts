import { clockStart, formatIsoDate } from "../../clock.ts";
import type { JsonObject } from "../../http/json.ts";
import type { ServerState } from "../../state/serverState.ts";
import type { User } from "../../state/user.ts";

/** Every user has one access key. */
export function representAccessKey({ id }: User, server: ServerState): JsonObject {
  const expires = server.keyExpiryDates.get(id);
  return {
    id: id - 100,
    creation_date: formatIsoDate(clockStart),
    expiration_date: expires === undefined ? null : formatIsoDate(expires),
    description: "",
    last_used_on: formatIsoDate(server.clock.now()),
    last_used_by: "127.0.0.1",
    scopes: [{ identifier: "write:rest" }],
  };
}
