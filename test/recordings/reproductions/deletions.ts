import type { SimulatorData } from "../simulatorData.ts";
import { createReproduction } from "../reproduction.ts";
import type { Reproduction, ReproductionContext, Requester } from "../reproduction.ts";

function getStoryPath(index: number) {
  return ({ stories: { getArtifactId } }: SimulatorData): string => `/artifacts/${getArtifactId(index)}`;
}

/** Deletes artifacts before the recorded request. */
function deleteFirst(count: number) {
  return async ({ sendFirst, data }: ReproductionContext): Promise<void> => {
    for (let index = 1; index <= count; index += 1) {
      await sendFirst({ method: "DELETE", path: getStoryPath(index)(data) });
    }
  };
}

const noDeletions = { deletionLimit: 0 };

function createRejectedDeletion(recording: string): Reproduction {
  return createReproduction(recording, "admin", "DELETE", getStoryPath(0), { options: noDeletions });
}

function createDeletion(recording: string, before: number, requester: Requester = "admin"): Reproduction {
  return createReproduction(recording, requester, "DELETE", getStoryPath(0), { before: deleteFirst(before) });
}

export const deletionRows: readonly Reproduction[] = [
  createReproduction("269-delete-as-non-admin", "member", "DELETE", getStoryPath(0), {
    options: noDeletions,
  }),
  createRejectedDeletion("270-delete-as-admin-limit-unset-1"),
  createRejectedDeletion("271-delete-as-admin-limit-unset-2"),
  createRejectedDeletion("272-delete-as-admin-limit-unset-3"),
  createRejectedDeletion("273-delete-as-admin-limit-unset-4"),
  createRejectedDeletion("274-delete-as-admin-limit-unset-5"),
  createRejectedDeletion("275-delete-as-admin-limit-unset-6"),
  createRejectedDeletion("276-delete-as-admin-limit-unset-7"),
  createRejectedDeletion("278-delete-again"),
  createReproduction("280-delete-404", "admin", "DELETE", "/artifacts/9999999"),
  createRejectedDeletion("281-delete-limit-zero"),
  createRejectedDeletion("282-delete-site-admin-not-tracker-admin"),
  createReproduction("256-anon-mode-delete", "anonymous", "DELETE", getStoryPath(0), {
    options: { anonymous: "allowed" },
  }),
  createReproduction("307-delete-non-admin", "member", "DELETE", getStoryPath(0)),
  createDeletion("308-delete-admin-limit5-1", 0),
  createDeletion("309-delete-admin-limit5-2", 1),
  createDeletion("310-delete-admin-limit5-3", 2),
  createDeletion("311-delete-admin-limit5-4", 3),
  createDeletion("312-delete-admin-limit5-5", 4),
  createDeletion("313-delete-admin-limit5-6", 5),
  createReproduction("315-delete-twice", "admin", "DELETE", getStoryPath(1), { before: deleteFirst(1) }),
  // The simulator has no accounts for the other administrators; each has the whole limit.
  createDeletion("317-delete-other-admin-has-own-limit", 0),
  createReproduction("318-delete-with-stale-if-match", "admin", "DELETE", getStoryPath(0), {
    headers: { "If-Match": "1" },
  }),
];
