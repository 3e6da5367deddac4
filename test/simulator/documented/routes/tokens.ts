import { findAccountByPassword } from "../../http/authenticate.ts";
import { isObject } from "../../http/json.ts";
import { createDataResponse } from "../../http/messages.ts";
import { HttpError } from "../../http/httpError.ts";
import type { Route } from "../../http/route.ts";

export const tokenRoutes: readonly Route[] = [
  {
    method: "POST",
    path: "/tokens",
    credentials: "ignored",
    handle: ({ server, body }) => {
      const { username, password } = isObject(body) ? body : {};
      if (typeof username !== "string" || typeof password !== "string") throw new HttpError(400);
      const account = findAccountByPassword(server, username, password);
      if (account === undefined) throw new HttpError(500);
      const token = server.tokens.issue(account.id);
      return createDataResponse({ user_id: String(account.id), token, uri: `/tokens/${token}` });
    },
  },
];
