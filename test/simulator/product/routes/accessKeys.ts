import { ok } from "../../http/message.ts";
import { Refusal } from "../../http/refusal.ts";
import type { Route } from "../../http/route.ts";
import { clockStart, isoDate } from "../../clock.ts";

const allow = "OPTIONS, POST, DELETE";

export const accessKeyRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/access_keys/{id:text}",
    allow,
    credentials: "required",
    handle: ({ headers, part, viewer, world }) => {
      // Whoever asks in another way has no key that could be meant.
      if (part("id:text") !== "self" || headers["x-auth-accesskey"] === undefined || viewer === undefined) {
        throw new Refusal(404);
      }
      const expires = world.keyExpiry.get(viewer.id);
      return ok(
        {
          id: viewer.id - 100,
          creation_date: isoDate(clockStart),
          expiration_date: expires === undefined ? null : isoDate(expires),
          description: "",
          last_used_on: isoDate(world.clock.now()),
          last_used_by: "127.0.0.1",
          scopes: [{ identifier: "write:rest" }],
        },
        ["Allow", allow],
      );
    },
  },
];
