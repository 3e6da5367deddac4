import assert from "node:assert/strict";
import * as failures from "../../src/model/failure.ts";
import { failureText } from "../../src/platform/failureText.ts";

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
  new failures.Forbidden(request),
  new failures.Forbidden({ ...request, said: "members\nonly" }),
  new failures.NotFound(request),
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

describe("each failure in words", () => {
  it("is one line of its own that names the site", () => {
    const texts = all.map((failure) => failureText(failure, "Harbour"));
    assert.deepEqual(
      texts.filter((text) => !text.includes("Harbour") || /[\n{}]/.test(text)),
      [],
    );
    assert.equal(new Set(texts).size, all.length);
  });
});
