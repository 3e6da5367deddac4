import assert from "node:assert/strict";
import { formatObstacle } from "../../src/features/triage/quickEditRunner.ts";
import * as failures from "../../src/model/failure.ts";
import { failureText } from "../../src/vscode/failureText.ts";

const request = { method: "GET", url: "https://a.example/api/projects" };
const unreachableReasons = [
  "name",
  "refused",
  "certificate",
  "tls",
  "closed",
  "caFile",
  "proxy",
  "network",
] as const;
const deletionReasons = ["notAdministrator", "disabled", "unknown"] as const;
const unexpectedReasons = ["json", "tooLarge", "foreignUrl"] as const;

const allFailures: readonly failures.Failure[] = [
  new failures.SignedOut(request),
  new failures.SignedOut({ ...request, isAnonymous: true }),
  new failures.Forbidden(request),
  new failures.Forbidden({ ...request, serverMessage: "members\nonly" }),
  new failures.NotFound(request),
  new failures.NotFound({ ...request, url: "https://a.example/api/artifacts/987654?values_format=all" }),
  new failures.VersionConflict(request),
  new failures.TooManyRequests(request),
  new failures.TooManyRequests({ ...request, rateLimit: { limit: 5, remaining: 0 } }),
  ...deletionReasons.map((reason) => new failures.DeletionRefused(request, reason)),
  new failures.OutcomeUnknown(request, undefined),
  new failures.InvalidCriterion(request, "severity", "invalidValue"),
  new failures.InvalidCriterion(request, "severity", "tooLong"),
  new failures.InvalidRequest({ ...request, status: 400 }),
  new failures.InvalidRequest({ ...request, serverMessage: "no" }),
  new failures.ServerError({ ...request, status: 502 }),
  ...unreachableReasons.map((reason) => new failures.Unreachable(request, reason, undefined)),
  new failures.TimedOut(request, undefined),
  new failures.Canceled(request),
  new failures.Moved(request, "https://b.example/"),
  new failures.Moved(request, ""),
  new failures.WrongServer(request),
  ...unexpectedReasons.map((reason) => new failures.UnexpectedResponse(request, reason)),
];

describe("formatObstacle", () => {
  it("mentions an existing link only if there is one", () => {
    const names = { site: "Harbour", artifact: "#12" };
    assert.match(
      formatObstacle({ code: "linkedWithOtherType", type: "_is_child" }, names),
      /linked with a different type/,
    );
    const unknown = formatObstacle({ code: "unknownLinkType", type: "blocks" }, names);
    assert.equal(unknown, "#12 has no link type “blocks”.");
  });
});

describe("failureText", () => {
  it("returns a unique line with the site for each failure", () => {
    const texts = allFailures.map((failure) => failureText(failure, "Harbour"));
    assert.deepEqual(
      texts.filter((text) => !text.includes("Harbour") || /[\n{}]/.test(text)),
      [],
    );
    assert.equal(new Set(texts).size, allFailures.length);
  });

  it("contains the id of a missing artifact", () => {
    const url = "https://a.example/api/artifacts/987654/changesets";
    assert.match(failureText(new failures.NotFound({ ...request, url }), "Harbour"), /#987654\b/);
  });

  it("mentions expired credentials only to signed-in users", () => {
    const anonymous = new failures.SignedOut({ ...request, isAnonymous: true });
    assert.doesNotMatch(failureText(anonymous, "Harbour"), /no longer|again|key/);
  });
});
