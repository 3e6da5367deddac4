import assert from "node:assert/strict";
import { obstacleText } from "../../src/features/triage/decided.ts";
import * as failures from "../../src/model/failure.ts";
import { failureText } from "../../src/vscode/failureText.ts";

const request = { method: "GET", url: "https://a.example/api/projects" };
const unreachable = [
  "name",
  "refused",
  "certificate",
  "tls",
  "closed",
  "caFile",
  "proxy",
  "network",
] as const;
const deletions = ["notAdministrator", "switchedOff", "unknown"] as const;
const notUnderstood = ["json", "tooLarge", "foreignAddress"] as const;

const all: readonly failures.Failure[] = [
  new failures.SignedOut(request),
  new failures.SignedOut({ ...request, isAnonymous: true }),
  new failures.Forbidden(request),
  new failures.Forbidden({ ...request, said: "members\nonly" }),
  new failures.NotFound(request),
  new failures.NotFound({ ...request, url: "https://a.example/api/artifacts/987654?values_format=all" }),
  new failures.Conflict(request),
  new failures.QuotaReached(request),
  new failures.QuotaReached({ ...request, rateLimit: { limit: 5, remaining: 0 } }),
  ...deletions.map((because) => new failures.DeletionRefused(request, because)),
  new failures.OutcomeUnknown(request, undefined),
  new failures.CriterionRefused(request, "severity", "badValue"),
  new failures.CriterionRefused(request, "severity", "tooLong"),
  new failures.Invalid({ ...request, status: 400 }),
  new failures.Invalid({ ...request, said: "no" }),
  new failures.ServerTrouble({ ...request, status: 502 }),
  ...unreachable.map((reason) => new failures.Unreachable(request, reason, undefined)),
  new failures.TimedOut(request, undefined),
  new failures.Cancelled(request),
  new failures.Moved(request, "https://b.example/"),
  new failures.Moved(request, ""),
  new failures.WrongServer(request),
  ...notUnderstood.map((reason) => new failures.NotUnderstood(request, reason)),
];

describe("why a link can't be made, in words", () => {
  it("says that artifacts are linked in another way only where they are", () => {
    const about = { site: "Harbour", artifact: "#12" };
    assert.match(
      obstacleText({ code: "linkedOtherwise", type: "_is_child" }, about),
      /linked in another way/,
    );
    const unknown = obstacleText({ code: "noSuchLinkType", type: "blocks" }, about);
    assert.equal(unknown, "#12 has no link type “blocks”.");
  });
});

describe("each failure in words", () => {
  it("is one line of its own that names the site", () => {
    const texts = all.map((failure) => failureText(failure, "Harbour"));
    assert.deepEqual(
      texts.filter((text) => !text.includes("Harbour") || /[\n{}]/.test(text)),
      [],
    );
    assert.equal(new Set(texts).size, all.length);
  });

  it("has the number of an artifact that isn't there", () => {
    const url = "https://a.example/api/artifacts/987654/changesets";
    assert.match(failureText(new failures.NotFound({ ...request, url }), "Harbour"), /#987654\b/);
  });

  it("speaks of a sign-in only to those who had one", () => {
    const anonymous = new failures.SignedOut({ ...request, isAnonymous: true });
    assert.doesNotMatch(failureText(anonymous, "Harbour"), /no longer|again|key/);
  });
});
