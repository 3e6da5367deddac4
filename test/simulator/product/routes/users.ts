import { ok } from "../../http/message.ts";
import { Refusal } from "../../http/refusal.ts";
import type { Route } from "../../http/route.ts";
import { requireOpenPlatform } from "../access.ts";
import { minimalUser, user } from "../represent/user.ts";

export const userRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/users/{id:text}",
    handle: (call) => {
      requireOpenPlatform(call);
      const id = call.part("id:text");
      if (id === "self") return ok(call.viewer === undefined ? minimalUser(undefined) : user(call.viewer));
      const person = /^\d+$/.test(id) ? call.world.people.get(Number(id)) : undefined;
      if (person === undefined) throw new Refusal(404, "User does not exist");
      // Strangers do not learn an e-mail address.
      return ok(call.viewer === undefined ? minimalUser(person) : user(person));
    },
  },
];
