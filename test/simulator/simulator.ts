import { createClock } from "./clock.ts";
import type { SimulatedClock } from "./clock.ts";
import { createDocumented } from "./documented/documented.ts";
import { Faults } from "./faults.ts";
import { listen } from "./http/listener.ts";
import type { ReceivedRequest } from "./http/listener.ts";
import { createProduct } from "./product/product.ts";
import { manners as documentedManners } from "./documented/manners.ts";
import { manners as productManners } from "./product/manners.ts";
import { addTracker, removeChoice, removeField } from "./remodel.ts";
import type { AddedTracker, TrackerHandle } from "./remodel.ts";
import { addFile, changeSvn, removeArtifact, repositoryOf, sha256Of, write } from "./stage.ts";
import type { AddedFile } from "./stage.ts";
import type { Changeset } from "./state/changeset.ts";
import type { SimulatedAccount } from "./state/people.ts";
import type { SvnRepository, SvnSettings } from "./state/svn.ts";
import { createWorld } from "./state/world.ts";
import type { Accounts } from "./state/world.ts";
import type { Update } from "./writing/update.ts";

/** `product` answers as the product does, `documented` as its specification says. */
export type Dialect = "product" | "documented";

export interface SimulatorOptions {
  readonly dialect: Dialect;
  /** Same seed, same data. */
  readonly seed?: number;
  /** Milliseconds that every request takes longer. */
  readonly latency?: number;
  /** How fast the bytes of files leave it; as fast as they can unless told otherwise. */
  readonly bytesPerSecond?: number;
  /** Size of the largest tracker. */
  readonly artifacts?: number;
  /** Whether the platform lets anyone in without credentials; allowed unless told otherwise. */
  readonly anonymous?: "allowed" | "refused";
  /** How many artifacts a person may delete within 24 hours; 5 unless told otherwise, 0 forbids it. */
  readonly deletionLimit?: number;
  /** The largest file that can be uploaded, and what a person may have waiting in the older way; 64 MiB unless told otherwise. */
  readonly uploadLimit?: number;
  /** 0, the default, is any free port. */
  readonly port?: number;
  /** Serves https with this key and certificate. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

export interface Simulator {
  /** The root of the site, without a slash at its end; the API is at `/api` and `/api/v1`. */
  readonly url: string;
  readonly dialect: Dialect;
  readonly accounts: Accounts;
  /** Everything that arrived, in order of arrival. */
  readonly requests: readonly ReceivedRequest[];
  readonly clock: SimulatedClock;
  readonly faults: Faults;
  /** Requests that wait for their answer now, and the most there ever were at once. */
  readonly inFlight: number;
  readonly mostInFlight: number;
  /** A file more, attached as if the administrator had done it, which makes a new version; or waiting to be attached by its id. */
  addFile(file: AddedFile): { readonly id: number; readonly sha256: string };
  /** Of the content of any attached file. */
  sha256(fileId: number): string;
  /** As while another request writes to an upload. Returns what ends that. */
  lockUpload(fileId: number): () => void;
  /** An update by somebody else, in the words of the API but past HTTP: for what happens between two requests. A comment may be for some groups only. */
  write(artifactId: number, update: Update & { readonly by?: SimulatedAccount }): void;
  /** What was written to an artifact since the start, oldest first; what it was generated with is not among it. */
  changesets(artifactId: number): readonly Changeset[];
  /** A tracker more, readable by whoever reads its project. */
  addTracker(tracker: AddedTracker): TrackerHandle;
  /** Somebody takes a field out of a form. */
  removeField(trackerId: number, fieldId: number): void;
  /** Somebody takes a value out of a list; artifacts that have it keep it. */
  removeChoice(trackerId: number, fieldId: number, choiceId: number): void;
  /** Somebody deletes an artifact. */
  removeArtifact(artifactId: number): void;
  /** A Subversion repository with all of its settings, whoever may see them. */
  svn(repositoryId: number): SvnRepository;
  /** Somebody else changes some of its settings. */
  changeSvn(repositoryId: number, settings: Partial<SvnSettings>): void;
  /** From when on an account's access key is no longer good. */
  endKey(account: SimulatedAccount, at: number): void;
  /** Ends every connection, hanging ones included. */
  close(): Promise<void>;
}

export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { dialect, seed = 1, latency = 0, anonymous = "allowed", port = 0, tls } = options;
  const clock = createClock();
  const faults = new Faults();
  const { artifacts, deletionLimit = 5, uploadLimit = 64 * 1024 * 1024 } = options;
  const { bytesPerSecond = Infinity } = options;
  const world = createWorld({ seed, artifacts, anonymous, clock, deletionLimit, uploadLimit });
  const respond = dialect === "product" ? createProduct(world) : createDocumented(world);
  const listener = await listen({ respond, faults, clock, latency, bytesPerSecond, port, tls });
  return {
    url: `${tls === undefined ? "http" : "https"}://127.0.0.1:${listener.port}`,
    dialect,
    accounts: world.accounts,
    requests: listener.requests,
    clock,
    faults,
    get inFlight() {
      return listener.traffic.inFlight;
    },
    get mostInFlight() {
      return listener.traffic.mostInFlight;
    },
    addFile: (file) => addFile(world, file),
    sha256: (fileId) => sha256Of(world, fileId),
    lockUpload: (fileId) => world.uploads.lock(fileId),
    write: (artifactId, { by = world.accounts.member, ...update }) => {
      write(world, dialect === "product" ? productManners : documentedManners, artifactId, by, update);
    },
    changesets: (artifactId) => world.artifacts.changesetsOf(artifactId),
    addTracker: (tracker) => addTracker(world, tracker),
    removeField: (trackerId, fieldId) => removeField(world, trackerId, fieldId),
    removeChoice: (trackerId, fieldId, choiceId) => removeChoice(world, trackerId, fieldId, choiceId),
    removeArtifact: (artifactId) => removeArtifact(world, artifactId),
    svn: (repositoryId) => repositoryOf(world, repositoryId),
    changeSvn: (repositoryId, settings) => changeSvn(world, repositoryId, settings),
    endKey: ({ id }, at) => void world.keyExpiry.set(id, at),
    close: () => listener.close(),
  };
}
