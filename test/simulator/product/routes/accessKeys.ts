import { createDataResponse } from "../../http/messages.ts";
import { HttpError } from "../../http/httpError.ts";
import type { Route } from "../../http/route.ts";
import { representAccessKey } from "../representations/accessKey.ts";

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
      return createDataResponse(representAccessKey(viewer, server), ["Allow", allow]);
    },
  },
];
