import { accountByPassword } from "../../http/credentials.ts";
import { isObject } from "../../http/json.ts";
import { ok } from "../../http/message.ts";
import { Refusal } from "../../http/refusal.ts";
import type { Route } from "../../http/route.ts";

export const tokenRoutes: readonly Route[] = [
  {
    method: "POST",
    path: "/tokens",
    credentials: "ignored",
    handle: ({ world, body }) => {
      const { username, password } = isObject(body) ? body : {};
      if (typeof username !== "string" || typeof password !== "string") throw new Refusal(400);
      const account = accountByPassword(world, username, password);
      if (account === undefined) throw new Refusal(500);
      const token = world.tokens.issue(account.id);
      return ok({ user_id: String(account.id), token, uri: `/tokens/${token}` });
    },
  },
];
