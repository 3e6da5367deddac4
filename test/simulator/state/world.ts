import { createDemo } from "../demo/demo.ts";
import { remarks } from "../demo/remarks.ts";
import { clockStart } from "../clock.ts";
import type { SimulatedClock } from "../clock.ts";
import { accountOf } from "./accounts.ts";
import { Artifacts } from "./artifacts.ts";
import { Deletions } from "./deletions.ts";
import { Files } from "./files.ts";
import { GeneratedArtifacts } from "./generatedArtifacts.ts";
import { OpenValues } from "./openValues.ts";
import type { Person, SimulatedAccount } from "./people.ts";
import type { Project } from "./project.ts";
import { SvnRepositories } from "./svn.ts";
import { TemporaryFiles } from "./temporaryFiles.ts";
import { Tokens } from "./tokens.ts";
import type { Tracker } from "./tracker.ts";
import { Uploads } from "./uploads.ts";

export interface WorldOptions {
  readonly seed: number;
  readonly artifacts: number | undefined;
  readonly anonymous: "allowed" | "refused";
  readonly clock: SimulatedClock;
  readonly deletionLimit: number;
  readonly uploadLimit: number;
}

export interface Accounts {
  readonly admin: SimulatedAccount;
  readonly member: SimulatedAccount;
  readonly outsider: SimulatedAccount;
  readonly suspended: SimulatedAccount;
}

/** Everything the server knows, free of HTTP and of dialects. */
export interface World {
  readonly clock: SimulatedClock;
  readonly anonymous: "allowed" | "refused";
  readonly people: ReadonlyMap<number, Person>;
  readonly accounts: Accounts;
  readonly projects: ReadonlyMap<number, Project>;
  readonly trackers: Map<number, Tracker>;
  readonly artifacts: Artifacts;
  readonly files: Files;
  readonly uploads: Uploads;
  readonly temporaryFiles: TemporaryFiles;
  readonly openValues: OpenValues;
  readonly deletions: Deletions;
  readonly svn: SvnRepositories;
  readonly tokens: Tokens;
  /** When the access key of a person ends, where it does. */
  readonly keyExpiry: Map<number, number>;
}

export function createWorld(options: WorldOptions): World {
  const { seed, clock, anonymous, uploadLimit } = options;
  const demo = createDemo(options.artifacts);
  const generated = new GeneratedArtifacts({
    seed,
    trackers: demo.trackers,
    largest: demo.largest,
    interleaved: demo.interleaved,
    authors: demo.authors,
    remarks,
    until: clockStart,
  });
  const artifacts = new Artifacts(generated, clock);
  const files = new Files(artifacts, seed, generated.lastId);
  return {
    clock,
    anonymous,
    people: byId(demo.people),
    accounts: {
      admin: accountOf(demo.roles.admin, seed),
      member: accountOf(demo.roles.member, seed),
      outsider: accountOf(demo.roles.outsider, seed),
      suspended: accountOf(demo.roles.suspended, seed),
    },
    projects: byId(demo.projects),
    trackers: byId(demo.trackers),
    artifacts,
    files,
    uploads: new Uploads(files, clock, uploadLimit),
    temporaryFiles: new TemporaryFiles(files, clock, uploadLimit),
    openValues: new OpenValues(),
    deletions: new Deletions(options.deletionLimit, clock),
    svn: new SvnRepositories(demo.repositories),
    tokens: new Tokens(clock, seed),
    keyExpiry: new Map(),
  };
}

export function accountById(world: World, id: number): SimulatedAccount | undefined {
  return Object.values<SimulatedAccount>({ ...world.accounts }).find((account) => account.id === id);
}

function byId<T extends { readonly id: number }>(items: readonly T[]): Map<number, T> {
  return new Map(items.map((item) => [item.id, item]));
}
