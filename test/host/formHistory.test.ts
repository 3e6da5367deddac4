import assert from "node:assert/strict";
import type { FormPanel } from "../../src/features/form/formPanel.ts";
import { FormCommits, FormHistory } from "../../src/features/form/formHistory.ts";
import { ServerError } from "../../src/model/failure.ts";
import type {
  CommitLocation,
  CommitSearchHandlers,
  MentioningCommit,
} from "../../src/protocol/commandArguments.ts";
import type { FormPageCommits } from "../../src/protocol/formProtocol.ts";
import type { Services } from "../../src/services.ts";
import { Emitter } from "../../src/store/emitter.ts";
import type { FormSessions } from "../../src/store/formSessions.ts";
import type { ErrorHandler } from "../../src/vscode/errorHandler.ts";
import { waitUntil } from "../support/wait.ts";

describe("FormHistory", () => {
  it("is loaded again when the site is online, if it failed before", async () => {
    let isOffline = true;
    let loadCount = 0;
    const notifications: string[] = [];
    const onDidReconnect = new Emitter<void>();
    const history = {
      entries: [],
      hasOlder: false,
      loadNewest: () => {
        loadCount += 1;
        const request = { method: "GET", url: "https://a.example/api/artifacts/1/changesets", status: 502 };
        return isOffline ? Promise.reject(new ServerError(request)) : Promise.resolve();
      },
    };
    const panel = {
      session: {
        onDidChange: new Emitter<void>(),
        base: { changesetsUri: "artifacts/1/changesets", form: { fields: [] } },
      },
      site: { label: "Demo" },
      signal: new AbortController().signal,
      onDidReconnect,
      notifyPage: (method: string, { kind }: { readonly kind: string }) =>
        notifications.push(`${method} ${kind}`),
    };
    const formHistory = new FormHistory(
      panel as unknown as FormPanel,
      { createHistory: () => history } as unknown as FormSessions,
      { runInBackground: (_: string, action: () => unknown) => void action() } as unknown as ErrorHandler,
    );
    await formHistory.show("newest");
    isOffline = false;
    onDidReconnect.fire();
    await waitUntil("the history is loaded again", () => notifications.length === 2);
    assert.deepEqual(notifications, ["setHistory problem", "setHistory entries"]);
    onDidReconnect.fire();
    assert.equal(loadCount, 2);
  });
});

describe("FormCommits", () => {
  const target = { repository: "file:///projects/tides", hash: "a".repeat(40) };
  const commit: MentioningCommit = { ...target, subject: "Mend it", author: "Ada", authoredAt: "" };
  const onDidHide = new Emitter<void>();

  /** Returns what is sent to the page. */
  async function showCommits(
    commits: readonly MentioningCommit[],
    locate: (search: Pick<CommitSearchHandlers, "onCanceled"> | undefined) => readonly CommitLocation[],
  ): Promise<readonly FormPageCommits[]> {
    const sent: FormPageCommits[] = [];
    const panel = {
      session: { subject: { kind: "artifact", artifactId: 12 } },
      site: { api: "https://a.example/api" },
      signal: new AbortController().signal,
      onDidHide,
      notifyPage: (_: string, params: FormPageCommits) => sent.push(params),
    };
    const services = {
      features: {
        commits: {
          findCommits: () => Promise.resolve({ commits, isTruncated: false, problems: [] }),
          locateCommits: (_: unknown, search?: Pick<CommitSearchHandlers, "onCanceled">) =>
            Promise.resolve(locate(search)),
        },
      },
    };
    await new FormCommits(services as unknown as Services, panel as unknown as FormPanel).show();
    return sent;
  }

  it("shows commits first, and then whether they are pushed and on which branches they are", async () => {
    const branches = { names: ["main", "a", "b", "<c>\u202e"], count: 24 };
    const pushedTo = { names: ["origin/main"], count: 1 };
    const sent = await showCommits([commit], () => [{ ...target, branches, pushedTo }]);
    assert.deepEqual(
      sent.map(({ commits }) => [commits[0]?.location, commits[0]?.branchGroup]),
      [
        [undefined, undefined],
        [
          {
            push: { isPushed: true, text: "Pushed to origin/main" },
            branches: ["main", "a"],
            moreBranches: "+22",
            branchesText: "On main, a, b, <c> and 20 more",
          },
          "main",
        ],
      ],
    );
  });

  it("says that a commit is not pushed, or on no branch, or that it is unknown", async () => {
    const others = ["b", "c"].map((digit) => ({ ...commit, hash: digit.repeat(40) }));
    const [other] = others;
    assert.ok(other);
    const none = { names: [], count: 0 };
    const [, last] = await showCommits([commit, ...others], () => [
      { ...target, branches: none, pushedTo: none },
      { ...target, hash: other.hash, branches: { names: ["x"], count: 1 }, pushedTo: undefined },
    ]);
    assert.deepEqual(
      last?.commits.map(({ location, branchGroup }) => [
        location?.push?.text,
        location?.branchesText,
        branchGroup,
      ]),
      [
        ["Not pushed", "On no branch", "On no branch"],
        [undefined, "On x", "x"],
        [undefined, undefined, "Unknown branch"],
      ],
    );
  });

  it("tells branches of several repositories apart", async () => {
    const other = { ...commit, repository: "file:///projects/docs%20old" };
    const branches = { names: ["main"], count: 1 };
    const [, last] = await showCommits([commit, other], () => [
      { ...target, branches, pushedTo: undefined },
      { ...target, repository: other.repository, branches, pushedTo: undefined },
    ]);
    assert.deepEqual(
      last?.commits.map(({ branchGroup }) => branchGroup),
      ["main · tides", "main · docs old"],
    );
  });

  it("stops when the form is hidden", async () => {
    let isCanceled = false;
    const sent = await showCommits([commit], (search) => {
      search?.onCanceled(() => {
        isCanceled = true;
      });
      onDidHide.fire();
      return [];
    });
    assert.ok(isCanceled);
    assert.equal(sent.length, 1);
  });
});
