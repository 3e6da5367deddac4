import { createClock, createRunningClock } from "./clock.ts";
import type { SimulatedClock } from "./clock.ts";
import { addBoards, addDefaultBoards, addKanban, requireTracker } from "./demo/boards/boards.ts";
import { addStory } from "./demo/story/addStory.ts";
import { createDocumentedHandler } from "./documented/requestHandler.ts";
import { Faults } from "./faults.ts";
import { startHttpServer } from "./http/httpServer.ts";
import type { ReceivedRequest } from "./http/httpServer.ts";
import { createProductHandler } from "./product/requestHandler.ts";
import { writeRules as documentedWriteRules } from "./documented/writeRules.ts";
import { writeRules as productWriteRules } from "./product/writeRules.ts";
import { addTracker, removeChoice, removeField } from "./trackerAdministration.ts";
import type { NewTracker, TrackerHandle } from "./trackerAdministration.ts";
import {
  addFile,
  updateSvnSettings,
  deleteArtifact,
  getSvnRepository,
  getFileSha256,
  updateArtifactAs,
} from "./directChanges.ts";
import type { FileToAdd } from "./directChanges.ts";
import type { Changeset } from "./state/changeset.ts";
import type { SimulatedAccount } from "./state/user.ts";
import type { SvnRepository, SvnSettings } from "./state/svn.ts";
import { createServerState } from "./state/serverState.ts";
import type { Accounts } from "./state/serverState.ts";
import type { ArtifactUpdate } from "./write/updateArtifact.ts";

/** `product` behaves as the real product, `documented` as its specification. */
export type Dialect = "product" | "documented";

export interface SimulatorOptions {
  readonly dialect: Dialect;
  /** The same seed generates the same data. */
  readonly seed?: number;
  /** Delay of every request in milliseconds. */
  readonly latency?: number;
  /** Rate limit for file content; unlimited by default. */
  readonly bytesPerSecond?: number;
  /** Size of the largest tracker. */
  readonly artifacts?: number;
  /** Whether requests without credentials are allowed; allowed by default. */
  readonly anonymous?: "allowed" | "refused";
  /** How many artifacts a user can delete within 24 hours; 5 by default, 0 disables deletion. */
  readonly deletionLimit?: number;
  /** The largest file that can be uploaded, and the quota for a user's temporary files; 64 MiB by default. */
  readonly uploadLimit?: number;
  /** Whether a server of the product has a full-text search, which needs a back end; false by default. */
  readonly fullTextSearch?: boolean;
  /**
   * Whether there are releases with sprints, versions with iterations, and a kanban with a backlog, in trackers of their
   * own; false by default.
   */
  readonly boards?: boolean;
  /**
   * What `npm start` and pictures show: the boards, hand-written artifacts of the last weeks that are planned on them, and
   * the time of this machine; false by default. It needs the default `artifacts`.
   */
  readonly demo?: boolean;
  /** 0, the default, is any free port. */
  readonly port?: number;
  /** Serves HTTPS with this key and certificate. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

export interface Simulator {
  /** The root of the site without a trailing slash; the API is at `/api` and `/api/v1`. */
  readonly url: string;
  readonly dialect: Dialect;
  readonly accounts: Accounts;
  /** All requests in order of arrival. */
  readonly requests: readonly ReceivedRequest[];
  readonly clock: SimulatedClock;
  readonly faults: Faults;
  /** Requests without a response now, and the highest number so far. */
  readonly requestsInFlight: number;
  readonly maxRequestsInFlight: number;
  /** Adds a file: attached as the administrator, which creates a new version, or unattached. */
  addFile(file: FileToAdd): { readonly id: number; readonly sha256: string };
  /** The SHA-256 of an attached file. */
  getFileSha256(fileId: number): string;
  /** Locks an upload as if another request were writing to it. Returns a function that unlocks it. */
  lockUpload(fileId: number): () => void;
  /**
   * Updates an artifact as another user without an HTTP request, with the entries of the API; for changes between two
   * requests. A comment can be restricted to groups.
   */
  updateArtifact(artifactId: number, update: ArtifactUpdate & { readonly by?: SimulatedAccount }): void;
  /** What was written to an artifact since the start, oldest first, without its generated history. */
  getChangesets(artifactId: number): readonly Changeset[];
  /** Adds a tracker that everyone who can read its project can read. */
  addTracker(tracker: NewTracker): TrackerHandle;
  /** Adds a kanban of a tracker, with limits by the labels of its columns; returns its id. */
  addKanban(trackerId: number, label: string, limits?: Readonly<Record<string, number>>): number;
  /** Makes a user open the page of a kanban, which only the history of the user shows. */
  visitKanban(kanbanId: number, account: SimulatedAccount): void;
  /** Removes a field from a tracker. */
  removeField(trackerId: number, fieldId: number): void;
  /** Removes a choice from a list; artifacts that have it keep it. */
  removeChoice(trackerId: number, fieldId: number, choiceId: number): void;
  deleteArtifact(artifactId: number): void;
  /** A Subversion repository with all its settings, whatever the permissions. */
  getSvnRepository(repositoryId: number): SvnRepository;
  /** Changes some settings as another user. */
  updateSvnSettings(repositoryId: number, settings: Partial<SvnSettings>): void;
  /** Sets when an account's access key expires. */
  setKeyExpiry(account: SimulatedAccount, at: number): void;
  /** Closes every connection, including those that hang. */
  close(): Promise<void>;
}

export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { dialect, seed = 1, latency = 0, anonymous = "allowed", port = 0, tls } = options;
  const { demo = false } = options;
  const clock = demo ? createRunningClock() : createClock();
  const faults = new Faults();
  const { artifacts, deletionLimit = 5, uploadLimit = 64 * 1024 * 1024 } = options;
  const { bytesPerSecond = Infinity, fullTextSearch = false, boards = false } = options;
  const server = createServerState({ seed, artifacts, anonymous, clock, deletionLimit, uploadLimit, demo });
  addDefaultBoards(server);
  if (demo) addStory(server);
  else if (boards) addBoards(server);
  const handle =
    dialect === "product"
      ? createProductHandler(server, { fullTextSearch })
      : createDocumentedHandler(server);
  const listener = await startHttpServer({ handle, faults, clock, latency, bytesPerSecond, port, tls });
  return {
    url: `${tls === undefined ? "http" : "https"}://127.0.0.1:${listener.port}`,
    dialect,
    accounts: server.accounts,
    requests: listener.requests,
    clock,
    faults,
    get requestsInFlight() {
      return listener.traffic.inFlight;
    },
    get maxRequestsInFlight() {
      return listener.traffic.maxInFlight;
    },
    addFile: (file) => addFile(server, file),
    getFileSha256: (fileId) => getFileSha256(server, fileId),
    lockUpload: (fileId) => server.uploads.lock(fileId),
    updateArtifact: (artifactId, { by = server.accounts.member, ...update }) => {
      updateArtifactAs(
        server,
        dialect === "product" ? productWriteRules : documentedWriteRules,
        artifactId,
        by,
        update,
      );
    },
    getChangesets: (artifactId) => server.artifacts.getChangesets(artifactId),
    addTracker: (tracker) => addTracker(server, tracker),
    addKanban: (trackerId, label, limits = {}) =>
      addKanban(server, requireTracker(server, trackerId), label, limits),
    visitKanban: (kanbanId, { id }) => void server.kanbans.get(kanbanId)?.visits.set(id, clock.now()),
    removeField: (trackerId, fieldId) => removeField(server, trackerId, fieldId),
    removeChoice: (trackerId, fieldId, choiceId) => removeChoice(server, trackerId, fieldId, choiceId),
    deleteArtifact: (artifactId) => deleteArtifact(server, artifactId),
    getSvnRepository: (repositoryId) => getSvnRepository(server, repositoryId),
    updateSvnSettings: (repositoryId, settings) => updateSvnSettings(server, repositoryId, settings),
    setKeyExpiry: ({ id }, at) => void server.keyExpiryDates.set(id, at),
    close: () => listener.close(),
  };
}
