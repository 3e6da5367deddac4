import type { Fault } from "../../simulator/faults.ts";
import { get, row } from "../row.ts";
import type { Row, Stage } from "../row.ts";

const databaseDown: Fault = {
  kind: "status",
  status: 500,
  body: "",
  contentType: "text/html; charset=UTF-8",
};

function spoilt(fault: Fault) {
  return ({ simulator }: Stage): Promise<void> => {
    simulator.faults.add({ path: /./, fault });
    return Promise.resolve();
  };
}

export const routingRows: readonly Row[] = [
  get("258-unknown-route", "admin", "/nope"),
  get("259-unknown-route-anon", "nobody", "/nope"),
  row("260-method-not-allowed", "admin", "DELETE", "/projects/101"),
  row("261-method-patch-project", "admin", "PATCH", "/artifacts", { body: {} }),
  get("262-api-root", "admin", "/"),
  get("263-api-no-slash", "admin", "//api"),
  get("265-double-slash", "admin", "//api//projects?limit=1"),
  get("267-not-api", "admin", "//some/page"),
  get("419-php-down", "admin", "/projects?limit=1", { before: spoilt({ kind: "badGateway" }) }),
  get("420-php-down-xml", "admin", "/projects?limit=1", {
    headers: { Accept: "application/xml" },
    before: spoilt({ kind: "badGateway" }),
  }),
  get("421-database-down", "admin", "/projects?limit=1", { before: spoilt(databaseDown) }),
];
