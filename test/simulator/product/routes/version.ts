import { createDataResponse } from "../../http/messages.ts";
import type { Route } from "../../http/route.ts";

const allow = "OPTIONS, GET";

export const versionRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/version",
    allow,
    credentials: "ignored",
    handle: () =>
      createDataResponse({ flavor_name: "Tuleap Community Edition", version_number: "17.4" }, [
        "Allow",
        allow,
      ]),
  },
];
