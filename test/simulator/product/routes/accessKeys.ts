import { createDataResponse } from "../../http/messages.ts";
import { HttpError } from "../../http/httpError.ts";
import type { Route } from "../../http/route.ts";
import { clockStart, formatIsoDate } from "../../clock.ts";

const allow = "OPTIONS, POST, DELETE";

export const accessKeyRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/access_keys/{id:text}",
    allow,
    credentials: "required",
    handle: ({ headers, getPathParameter, viewer, server }) => {
      // `self` requires that the request is authenticated with an access key.
      if (
        getPathParameter("id:text") !== "self" ||
        headers["x-auth-accesskey"] === undefined ||
        viewer === undefined
      ) {
        throw new HttpError(404);
      }
      const expires = server.keyExpiryDates.get(viewer.id);
      return createDataResponse(
        {
          id: viewer.id - 100,
          creation_date: formatIsoDate(clockStart),
          expiration_date: expires === undefined ? null : formatIsoDate(expires),
          description: "",
          last_used_on: formatIsoDate(server.clock.now()),
          last_used_by: "127.0.0.1",
          scopes: [{ identifier: "write:rest" }],
        },
        ["Allow", allow],
      );
    },
  },
];
