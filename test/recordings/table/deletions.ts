import type { Known } from "../known.ts";
import { row } from "../row.ts";
import type { Row, Stage, Who } from "../row.ts";

function story(place: number) {
  return ({ stories: { artifact } }: Known): string => `/artifacts/${artifact(place)}`;
}

/** So many were deleted before. */
function after(count: number) {
  return async ({ first, known }: Stage): Promise<void> => {
    for (let place = 1; place <= count; place += 1) {
      await first({ method: "DELETE", path: story(place)(known) });
    }
  };
}

const none = { deletionLimit: 0 };

function refused(recording: string): Row {
  return row(recording, "admin", "DELETE", story(0), { options: none });
}

function carriedOut(recording: string, before: number, who: Who = "admin"): Row {
  return row(recording, who, "DELETE", story(0), { before: after(before) });
}

export const deletionRows: readonly Row[] = [
  row("269-delete-as-non-admin", "member", "DELETE", story(0), { options: none }),
  refused("270-delete-as-admin-limit-unset-1"),
  refused("271-delete-as-admin-limit-unset-2"),
  refused("272-delete-as-admin-limit-unset-3"),
  refused("273-delete-as-admin-limit-unset-4"),
  refused("274-delete-as-admin-limit-unset-5"),
  refused("275-delete-as-admin-limit-unset-6"),
  refused("276-delete-as-admin-limit-unset-7"),
  refused("278-delete-again"),
  row("280-delete-404", "admin", "DELETE", "/artifacts/9999999"),
  refused("281-delete-limit-zero"),
  refused("282-delete-site-admin-not-tracker-admin"),
  row("256-anon-mode-delete", "nobody", "DELETE", story(0), { options: { anonymous: "allowed" } }),
  row("307-delete-non-admin", "member", "DELETE", story(0)),
  carriedOut("308-delete-admin-limit5-1", 0),
  carriedOut("309-delete-admin-limit5-2", 1),
  carriedOut("310-delete-admin-limit5-3", 2),
  carriedOut("311-delete-admin-limit5-4", 3),
  carriedOut("312-delete-admin-limit5-5", 4),
  carriedOut("313-delete-admin-limit5-6", 5),
  row("315-delete-twice", "admin", "DELETE", story(1), { before: after(1) }),
  // The other administrators have no account here; each begins with the whole limit.
  carriedOut("317-delete-other-admin-has-own-limit", 0),
  row("318-delete-with-stale-if-match", "admin", "DELETE", story(0), { headers: { "If-Match": "1" } }),
];
