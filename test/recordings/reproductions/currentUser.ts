import { createGetReproduction, addQuery, createReproduction } from "../reproduction.ts";
import type { Reproduction, ReproductionContext } from "../reproduction.ts";

const preferences = "/users/self/preferences";
const preference = { key: "vscode_demo_pref", value: "compact" };
const sameBody = { hasSameBody: true };

function createOwnArtifacts(
  recording: string,
  parameters: string,
  criteria: unknown,
  options: { readonly hasSameBody?: boolean } = {},
): Reproduction {
  return createGetReproduction(
    recording,
    "admin",
    addQuery(`/users/self/artifacts${parameters}`, criteria),
    options,
  );
}

function writePreference({ sendFirst }: ReproductionContext): Promise<unknown> {
  return sendFirst({ method: "PATCH", path: preferences, body: preference });
}

/** The recorded user, like the administrator here, has the ID 102. */
export const currentUserRows: readonly Reproduction[] = [
  createGetReproduction(
    "304-user-artifacts",
    "outsider",
    addQuery("/users/self/artifacts", { submitted_by: true }),
  ),
  createOwnArtifacts("592-users-self-artifacts-assigned", "?limit=2", { assigned_to: true }),
  createOwnArtifacts("593-users-self-artifacts-submitted", "?limit=2", { submitted_by: true }),
  createOwnArtifacts("594-users-self-artifacts-both", "?limit=1", { submitted_by: true, assigned_to: true }),
  createOwnArtifacts("595-users-self-artifacts-empty-query", "", {}, sameBody),
  createOwnArtifacts("596-users-self-artifacts-over-max", "?limit=251", { assigned_to: true }, sameBody),
  createGetReproduction(
    "597-users-id-artifacts-refused",
    "admin",
    addQuery("/users/102/artifacts", { assigned_to: true }),
    sameBody,
  ),
  createGetReproduction("598-users-history", "admin", "/users/102/history"),
  createGetReproduction("599-users-history-self", "admin", "/users/self/history", sameBody),
  createGetReproduction(
    "600-users-membership-project",
    "admin",
    "/users/self/membership?scope=project&format=id",
  ),
  createGetReproduction("601-users-dashboards", "admin", "/users/self/dashboards"),
  createReproduction("602-users-preference-patch", "admin", "PATCH", preferences, { body: preference }),
  createGetReproduction("603-users-preference-get", "admin", `${preferences}?key=${preference.key}`, {
    before: writePreference,
  }),
  createReproduction(
    "604-users-preference-delete",
    "admin",
    "DELETE",
    `${preferences}?key=${preference.key}`,
    { before: writePreference },
  ),
  createGetReproduction("605-users-access-keys", "admin", "/users/102/access_keys?limit=2"),
  createGetReproduction("606-access-key-self", "admin", "/access_keys/self"),
];
