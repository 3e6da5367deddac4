import { accountByPassword } from "../../http/credentials.ts";
import { isObject } from "../../http/json.ts";
import { empty } from "../../http/message.ts";
import { Refusal } from "../../http/refusal.ts";
import type { Call, Route } from "../../http/route.ts";

const allow = "OPTIONS, POST, DELETE";
const tokenAllow = "OPTIONS, DELETE";

export const tokenRoutes: readonly Route[] = [
  {
    method: "POST",
    path: "/tokens",
    allow,
    credentials: "ignored",
    handle: (call) => {
      const username = required(call, "username");
      const password = required(call, "password");
      const account = accountByPassword(call.world, username, password);
      if (account === undefined) throw new Refusal(401, "Invalid Password Or User Name");
      // A suspended account gets its token too; only the use of it is refused.
      const token = call.world.tokens.issue(account.id);
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
    handle: ({ world, viewer, part }) => {
      if (viewer === undefined) throw new Refusal(401);
      if (!world.tokens.revoke(part("token:text"), viewer.id)) {
        throw new Refusal(400, "Invalid Token", { headers: [["Allow", tokenAllow]] });
      }
      return empty(200, ["Allow", tokenAllow]);
    },
  },
];

function required({ body }: Call, name: string): string {
  const value = isObject(body) ? body[name] : undefined;
  if (value === undefined || value === null) throw new Refusal(400, `\`${name}\` is required.`);
  return typeof value === "string" ? value : JSON.stringify(value);
}
