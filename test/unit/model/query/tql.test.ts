import assert from "node:assert/strict";
import fc from "fast-check";
import { completeTql, type TqlNames } from "../../../../src/model/query/completeTql.ts";
import { parseTql } from "../../../../src/model/query/parseTql.ts";
import { locateTqlError, toSentTql } from "../../../../src/model/query/sentTql.ts";
import {
  printTql,
  type TqlComparison,
  type TqlCondition,
  type TqlLinkCondition,
  type TqlQuery,
  type TqlValue,
} from "../../../../src/model/query/tql.ts";
import { parseTql as parseOnServer } from "../../../simulator/search/parseTql.ts";
import { HttpError } from "../../../simulator/http/httpError.ts";

const text = fc.string({
  unit: fc.constantFrom("a", " ", '"', "'", "\\", "\n", "\r", "\f", "é", "𝒳", "u", "0"),
});
const digits = fc.nat(9999).map(String);
const name = fc.oneof(
  fc.constantFrom("@title", "@status", "@last_update_date", "@assigned_to", "@tracker.name"),
  fc.constantFrom("severity", "with", "is", "not", "in", "or-2", "42", "WITHOUT", "select"),
);
const value: fc.Arbitrary<TqlValue> = fc.oneof(
  text.map((each) => ({ kind: "text", text: each }) as const),
  fc
    .tuple(digits, fc.option(digits, { nil: undefined }))
    .map(
      ([whole, part]) =>
        ({ kind: "number", digits: part === undefined ? whole : `${whole}.${part}` }) as const,
    ),
  fc.record({
    kind: fc.constant("now" as const),
    period: fc.option(
      fc.record({
        sign: fc.constantFrom("+" as const, "-" as const),
        digits,
        unit: fc.constantFrom("d" as const, "w" as const, "m" as const, "y" as const),
      }),
      { nil: undefined },
    ),
  }),
  fc.constantFrom({ kind: "myself" } as const, { kind: "open" } as const),
);
const comparison: fc.Arbitrary<TqlComparison> = fc.oneof(
  fc.record({
    kind: fc.constant("comparison" as const),
    name,
    operator: fc.constantFrom("=", "!=", "<", "<=", ">", ">="),
    values: value.map((each) => [each]),
  }),
  fc.record({
    kind: fc.constant("comparison" as const),
    name,
    operator: fc.constant("BETWEEN" as const),
    values: fc.array(value, { minLength: 2, maxLength: 2 }),
  }),
  fc.record({
    kind: fc.constant("comparison" as const),
    name,
    operator: fc.constantFrom("IN" as const, "NOT IN" as const),
    values: fc.array(value, { minLength: 1, maxLength: 4 }),
  }),
);
const artifactTarget = digits.map((id) => ({ kind: "artifact", id }) as const);
const linkTarget = fc.option(
  fc.oneof(
    artifactTarget,
    fc.record({
      kind: fc.constant("tracker" as const),
      operator: fc.constantFrom("=" as const, "!=" as const),
      name: text,
    }),
  ),
  { nil: undefined },
);
const link: fc.Arbitrary<TqlLinkCondition> = fc.oneof(
  fc.record({
    kind: fc.constant("link" as const),
    phrase: fc.constantFrom("IS LINKED TO", "IS NOT LINKED TO", "IS LINKED FROM", "IS NOT LINKED FROM"),
    target: linkTarget,
    type: fc.option(text, { nil: undefined }),
  }),
  fc.record({
    kind: fc.constant("link" as const),
    phrase: fc.constantFrom("WITH PARENT", "WITHOUT PARENT", "WITH CHILDREN", "WITHOUT CHILD"),
    target: linkTarget,
    type: fc.constant(undefined),
  }),
  fc.record({
    kind: fc.constant("link" as const),
    phrase: fc.constantFrom("IS COVERED BY", "IS NOT COVERED BY"),
    target: artifactTarget,
    type: fc.constant(undefined),
  }),
  fc.record({
    kind: fc.constant("link" as const),
    phrase: fc.constantFrom("IS COVERED", "IS NOT COVERED", "IS COVERING"),
    target: fc.constant(undefined),
    type: fc.constant(undefined),
  }),
);
const condition: fc.Arbitrary<TqlCondition> = fc.letrec<{ condition: TqlCondition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    comparison,
    link,
    fc.record({
      kind: fc.constantFrom("or" as const, "and" as const),
      operands: fc.array(tie("condition"), { minLength: 2, maxLength: 3 }),
    }),
  ),
})).condition;
const projects = fc.oneof(
  fc.constant({ target: "@project", operator: "=", values: "MY_PROJECTS()" } as const),
  fc.record({
    target: fc.constantFrom("@project.name" as const, "@project.category" as const),
    operator: fc.constant("IN" as const),
    values: fc.array(text, { minLength: 1, maxLength: 3 }),
  }),
);
const trackers = fc.record({
  target: fc.constant("@tracker.name" as const),
  operator: fc.constant("=" as const),
  values: text.map((each) => [each]),
});
const query: fc.Arbitrary<TqlQuery> = fc.record({
  columns: fc.array(name, { minLength: 1, maxLength: 3 }),
  from: fc.oneof(
    projects.map((each) => [each]),
    fc.tuple(projects, trackers),
  ),
  condition,
  order: fc.option(fc.record({ name, direction: fc.constantFrom("ASC" as const, "DESC" as const) }), {
    nil: undefined,
  }),
});

const names: TqlNames = {
  fields: [
    { name: "severity", label: "Severity", kind: "list", values: ["Major", 'So "so"', "It's"] },
    { name: "due", label: "Due", kind: "date", values: [] },
    { name: "not writable", label: "", kind: "text", values: [] },
  ],
  projects: ["harbor"],
  trackers: ["bug", "task"],
  users: [{ username: "ada", label: "Ada Lovelace" }],
};

/** Whether more text could make it a query for the server. */
function isStartOfQuery(start: string): boolean {
  try {
    parseOnServer(start);
    return true;
  } catch (error) {
    assert.ok(error instanceof HttpError && error.position !== undefined);
    const lines = start.split("\n");
    const { line, column } = error.position;
    return line === lines.length && column === (lines.at(-1) ?? "").length + 1;
  }
}

function complete(text: string): readonly string[] {
  const offset = text.includes("|") ? text.indexOf("|") : text.length;
  const { start, items } = completeTql(text.replace("|", ""), offset, names);
  return items.map((item) => `${start} ${item.text}`);
}

describe("TQL", () => {
  it("is parsed as it was printed", () => {
    fc.assert(
      fc.property(query, (each) => {
        const result = parseTql(printTql(each));
        assert.ok(result.kind === "query", printTql(each));
        assert.deepEqual(structuredClone(result.query), structuredClone(each));
      }),
      { numRuns: 500 },
    );
  });

  it("is printed the same again after it was parsed", () => {
    fc.assert(
      fc.property(query, (each) => {
        const once = printTql(each);
        const result = parseTql(once);
        assert.ok(result.kind === "query");
        assert.equal(printTql(result.query), once);
      }),
    );
  });

  it("is accepted by the server as it was printed", () => {
    fc.assert(
      fc.property(query, (each) => {
        const parsed = parseOnServer(printTql(each));
        assert.deepEqual([parsed.columns, parsed.order?.name], [each.columns, each.order?.name]);
      }),
      { numRuns: 500 },
    );
  });

  it("is parsed like the server does, also where it is broken", () => {
    fc.assert(
      fc.property(query, fc.nat(), fc.string({ unit: "grapheme-ascii", maxLength: 3 }), (each, at, typed) => {
        const printed = printTql(each);
        const offset = at % printed.length;
        const broken = printed.slice(0, offset) + typed + printed.slice(offset + typed.length);
        const isServerQuery = canParseOnServer(broken) && /^select/i.test(broken);
        assert.equal(parseTql(broken).kind === "query", isServerQuery, broken);
      }),
      { numRuns: 2000 },
    );
  });

  it("is still the start of a query after any completion", () => {
    let count = 0;
    fc.assert(
      fc.property(query, fc.nat(), (each, at) => {
        const printed = printTql(each);
        const offset = at % (printed.length + 1);
        const { start, items } = completeTql(printed, offset, names);
        for (const item of items) {
          const completed = printed.slice(0, start) + item.text;
          assert.ok(isStartOfQuery(completed), completed);
          assert.ok(parseTql(completed).offset === completed.length, completed);
          count += 1;
        }
      }),
      { numRuns: 500 },
    );
    assert.ok(count > 1000, String(count));
  });

  it("offers keywords where they can follow", () => {
    assert.deepEqual(complete(""), ["0 SELECT", "0 FROM"]);
    assert.deepEqual(complete("SELECT @id F"), ["11 FROM"]);
    const from = "FROM @project = MY_PROJECTS() ";
    assert.deepEqual(complete(from), ["30 AND", "30 WHERE"]);
    assert.deepEqual(complete(`${from}WHERE due > NOW() O`), ["48 AND", "48 OR", "48 ORDER BY"]);
    assert.deepEqual(complete(`${from}WHERE @id > 1 ORDER BY @id `), ["57 ASC", "57 DESC"]);
    assert.deepEqual(complete(`${from}WHERE WITHOUT `), ["44 PARENT", "44 CHILDREN", "44 CHILD"]);
  });

  it("offers projects, trackers, users, and the values of fields", () => {
    assert.deepEqual(complete("FROM @project = "), ["16 MY_PROJECTS()"]);
    assert.deepEqual(complete("FROM @project.name = "), ['21 "harbor"', "21 MY_PROJECTS()"]);
    const from = "FROM @project = MY_PROJECTS() AND @tracker.name IN(";
    assert.deepEqual(complete(`${from}'b`), ["51 'bug'", "51 'task'"]);
    assert.deepEqual(complete("FROM @project = MY_PROJECTS() WHERE @status ="), ["45 OPEN()"]);
    assert.deepEqual(complete("FROM @project = MY_PROJECTS() WHERE @assigned_to = "), [
      "51 MYSELF()",
      '51 "ada"',
    ]);
    assert.deepEqual(complete("FROM @project = MY_PROJECTS() WHERE severity = 'I|t"), [
      "47 'Major'",
      "47 'So \"so\"'",
      "47 'It\\'s'",
    ]);
    assert.deepEqual(complete("FROM @project = MY_PROJECTS() WHERE severity "), [
      "45 =",
      "45 !=",
      "45 IN(",
      "45 NOT IN(",
    ]);
  });

  it("offers nothing after an error", () => {
    assert.deepEqual(complete("SELECT , FROM "), []);
    assert.deepEqual(complete("FROM @nothing = "), []);
  });

  it("can be only a condition, for a single tracker", () => {
    assert.equal(parseTql("status = 'New'", "condition").kind, "query");
    assert.equal(parseTql("status = 'New'").kind, "error");
    const { items } = completeTql("severity = ", 11, names, "condition");
    assert.deepEqual(
      items.map((item) => item.text),
      ['"Major"', '"So \\"so\\""', '"It\'s"'],
    );
    const fields = completeTql("", 0, names, "condition").items.filter(({ kind }) => kind === "field");
    assert.deepEqual(
      fields.map((item) => item.text),
      ["@comments", "severity", "due"],
    );
  });

  it("offers users by their user names, with their real names", () => {
    const text = "FROM @project = MY_PROJECTS() WHERE @submitted_by = 'a";
    assert.deepEqual(completeTql(text, text.length, names).items, [
      { kind: "value", text: "'ada'", detail: "Ada Lovelace" },
    ]);
  });
});

describe("the position of a server's error", () => {
  function locate(
    written: string,
    error: { readonly line: number; readonly column: number } | string,
  ): string {
    const sent = toSentTql(written);
    const { start, end } = locateTqlError(written, sent, {
      message: typeof error === "string" ? error : "Error while parsing the query.",
      position: typeof error === "string" ? undefined : error,
    });
    return `${written.slice(0, start)}[${written.slice(start, end)}]${written.slice(end)}`;
  }

  /** Where the server finds the error. */
  function findOnServer(written: string): { readonly line: number; readonly column: number } {
    try {
      parseOnServer(toSentTql(written).tql);
    } catch (error) {
      assert.ok(error instanceof HttpError && error.position !== undefined);
      return error.position;
    }
    return assert.fail("no error");
  }

  it("is in the written text, though the sent one has other columns", () => {
    for (const [written, expected] of [
      ["SELECT @id WHERE @id = 1", "SELECT @id [WHERE] @id = 1"],
      [
        "SELECT @id\nFROM @project = MY_PROJECTS()\nWHERE @id == 1",
        "SELECT @id\nFROM @project = MY_PROJECTS()\nWHERE @id =[=] 1",
      ],
      ["FROM @project = MY_PROJECTS() WHER", "FROM @project = MY_PROJECTS() [WHER]"],
      ["FROM @project = MY_PROJECTS()\n", "FROM @project = MY_PROJECTS([)\n]"],
      ["  FROM @nothing = 1", "  FROM [@nothing] = 1"],
    ] as const) {
      assert.equal(locate(written, findOnServer(written)), expected);
    }
  });

  it("is at the name that the message contains, if the server reports none", () => {
    const written = "FROM @project = MY_PROJECTS() WHERE @foo = 1";
    assert.equal(
      locate(written, "We cannot search on '@foo', we don't know what it refers to."),
      "FROM @project = MY_PROJECTS() WHERE [@foo] = 1",
    );
    assert.equal(locate(written, "The query is too complex."), `[${written}]`);
  });

  it("is where the text can't be read, if the server says no more", () => {
    const written = "status = 'New' AN severity = 'Major'";
    const { start, end } = locateTqlError(written, toSentTql(written, "condition"), {
      message: "Error during parsing expert query",
      position: undefined,
    });
    assert.equal(written.slice(start, end), "AN");
  });
});

describe("hostile TQL", () => {
  const start = "FROM @project = MY_PROJECTS() WHERE ";

  it("takes little time for an open text with many numbers", () => {
    const begin = performance.now();
    for (const unit of [String.raw`\u111111 `, String.raw`\u1`, String.raw`\u`, String.raw`\z`]) {
      for (const quote of ['"', "'"]) {
        const tql = `${start}@title = ${quote}${unit.repeat(7000 / unit.length)}`;
        assert.equal(parseTql(tql).kind, "error");
        assert.equal(parseTql(tql + quote).kind, "query");
      }
    }
    assert.ok(performance.now() - begin < 1000);
  });

  it("is completed in little time after a long word", () => {
    const names = { fields: [], projects: [], trackers: [], users: [] };
    const tql = `${"a".repeat(50_000)} `;
    const begin = performance.now();
    assert.deepEqual(completeTql(tql, tql.length, names), { start: tql.length, items: [] });
    assert.ok(performance.now() - begin < 1000);
  });

  it("is not read beyond a depth, instead of overflowing the stack", () => {
    const nest = (depth: number): string => `${start}${"(".repeat(depth)}@id = 1${")".repeat(depth)}`;
    assert.equal(parseTql(nest(100)).kind, "query");
    for (const tql of [nest(101), nest(3400), start + "(".repeat(6900)]) {
      assert.equal(parseTql(tql).kind, "error");
      assert.equal(toSentTql(tql).tql.endsWith(tql), true);
    }
  });
});

function canParseOnServer(tql: string): boolean {
  try {
    parseOnServer(tql);
    return true;
  } catch (error) {
    assert.ok(error instanceof HttpError);
    return false;
  }
}
