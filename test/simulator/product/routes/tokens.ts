import { findAccountByPassword } from "../../http/authenticate.ts";
import { isObject } from "../../http/json.ts";
import { createEmptyResponse } from "../../http/messages.ts";
import { HttpError } from "../../http/httpError.ts";
import type { RouteCall, Route } from "../../http/route.ts";

const allow = "OPTIONS, POST, DELETE";
const tokenAllow = "OPTIONS, DELETE";

export const tokenRoutes: readonly Route[] = [
  {
    method: "POST",
    path: "/tokens",
    allow,
    credentials: "ignored",
    handle: (call) => {
      const username = requireMember(call, "username");
      const password = requireMember(call, "password");
      const account = findAccountByPassword(call.server, username, password);
      if (account === undefined) throw new HttpError(401, "Invalid Password Or User Name");
      // A suspended account gets a token too; only requests with it are rejected.
      const token = call.server.tokens.issue(account.id);
      return {
        status: 201,
        headers: [["Allow", allow]],
        body: { kind: "data", data: { user_id: account.id, token, uri: `tokens/${token}` } },
      };
    },
  },
  {
    method: "DELETE",
    path: "/tokens/{token:text}",
    allow: tokenAllow,
    handle: ({ server, viewer, getPathParameter }) => {
      if (viewer === undefined) throw new HttpError(401);
      if (!server.tokens.revoke(getPathParameter("token:text"), viewer.id)) {
        throw new HttpError(400, "Invalid Token", { headers: [["Allow", tokenAllow]] });
      }
      return createEmptyResponse(200, ["Allow", tokenAllow]);
    },
  },
];

function requireMember({ body }: RouteCall, name: string): string {
  const value = isObject(body) ? body[name] : undefined;
  if (value === undefined || value === null) throw new HttpError(400, `\`${name}\` is required.`);
  return typeof value === "string" ? value : JSON.stringify(value);
}
