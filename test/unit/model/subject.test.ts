import assert from "node:assert/strict";
import {
  toCreatedSubject,
  isNewSubject,
  isSubject,
  isSvnSubject,
  type FormSubject,
  subjectKey,
} from "../../../src/model/form/formSubject.ts";

const owner = { siteApi: "https://a.example/api", accountId: "102" };

const subjects: readonly FormSubject[] = [
  { ...owner, kind: "artifact", artifactId: 7 },
  { ...owner, kind: "new", trackerId: 7, key: "a" },
  { ...owner, kind: "svn", repositoryId: 7, projectId: 101 },
  { ...owner, kind: "newSvn", projectId: 7, key: "a" },
];

describe("Subject", () => {
  it("has a unique key", () => {
    assert.equal(new Set(subjects.map(subjectKey)).size, subjects.length);
    // A repository is the same whatever project it was opened from.
    const [, , svn] = subjects;
    assert.ok(svn?.kind === "svn");
    assert.equal(subjectKey({ ...svn, projectId: 102 }), subjectKey(svn));
  });

  it("becomes the created subject", () => {
    assert.deepEqual(
      subjects.map((subject) => toCreatedSubject(subject, 9)),
      [
        subjects[0],
        { ...owner, kind: "artifact", artifactId: 9 },
        subjects[2],
        { ...owner, kind: "svn", repositoryId: 9, projectId: 7 },
      ],
    );
    assert.deepEqual(subjects.map(isNewSubject), [false, true, false, true]);
    assert.deepEqual(subjects.map(isSvnSubject), [false, false, true, true]);
  });

  for (const subject of subjects) {
    it(`is recognized after it was stored: ${subject.kind}`, () => {
      assert.ok(isSubject(JSON.parse(JSON.stringify(subject))));
      assert.ok(isSubject({ ...subject, accountId: undefined }));
      for (const name of Object.keys(subject).filter((each) => each !== "accountId")) {
        assert.ok(!isSubject({ ...subject, [name]: undefined }), name);
        assert.ok(!isSubject({ ...subject, [name]: {} }), name);
      }
      for (const kind of ["toString", "other", ""]) assert.ok(!isSubject({ ...subject, kind }), kind);
    });
  }

  it("is validated", () => {
    for (const value of [undefined, null, 7, "artifact", [], {}]) assert.ok(!isSubject(value));
  });
});
