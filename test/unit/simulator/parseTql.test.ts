import assert from "node:assert/strict";
import { HttpError } from "../../simulator/http/httpError.ts";
import { parseTql } from "../../simulator/search/parseTql.ts";
import { measureComplexity } from "../../simulator/search/tqlQuery.ts";
import type { Comparison, OrCondition, Term, TqlValue } from "../../simulator/search/tqlQuery.ts";

/** A condition with parentheses around every AND and OR of several operands. */
function describeCondition({ operands }: OrCondition): string {
  return join(
    "or",
    operands.map((and) => join("and", and.operands.map(describeTerm))),
  );
}

function join(word: string, parts: readonly string[]): string {
  return parts.length === 1 ? parts.join("") : `(${parts.join(` ${word} `)})`;
}

function describeTerm(term: Term): string {
  if (term.kind === "link") return `${term.isNegated ? "no " : ""}${term.direction} link`;
  return term.kind === "comparison" ? term.name : describeCondition(term);
}

function parseCondition(text: string): OrCondition {
  return parseTql(`SELECT @id FROM @project = MY_PROJECTS() WHERE ${text}`).condition;
}

function parseComparison(text: string): Comparison {
  const term = parseCondition(text).operands[0]?.operands[0];
  assert.ok(term?.kind === "comparison");
  return term;
}

function parseValue(text: string): TqlValue | undefined {
  return parseComparison(`x = ${text}`).values[0];
}

function getSyntaxError(text: string) {
  try {
    parseTql(text);
  } catch (error) {
    assert.ok(error instanceof HttpError && error.position !== undefined);
    const { status, message, localizedMessage = "", position } = error;
    assert.deepEqual([status, message], [400, "Bad Request"]);
    const [, expected] =
      /^Error while parsing the query\. Expected to find one of the following: (.*)$/.exec(
        localizedMessage,
      ) ?? [];
    return { expected, line: position.line, column: position.column };
  }
  return assert.fail(`no error: ${text}`);
}

describe("simulator: query language", () => {
  it("has columns, projects and trackers, a condition and an order", () => {
    const query = parseTql(
      "select @id , severity,@tracker.name\n\tFrom @project.name in('one', \"two\") and @tracker.name = 'bug' WHERE a=1 order by due Desc ",
    );
    assert.deepEqual(query.columns, ["@id", "severity", "@tracker.name"]);
    assert.deepEqual(query.from, [
      { target: "@project.name", operator: "IN()", values: ["one", "two"] },
      { target: "@tracker.name", operator: "=", values: ["bug"] },
    ]);
    assert.deepEqual(query.order, { name: "due", direction: "descending" });
    const own = parseTql("SELECT @id FROM @project = my_projects ( ) WHERE a = 1 ORDER BY @id ASCENDING");
    assert.deepEqual(own.from, [{ target: "@project", operator: "=", values: "MY_PROJECTS()" }]);
    assert.equal(own.order?.direction, "ascending");
  });

  it("binds AND tighter than OR, and parentheses tighter than both", () => {
    const describeText = (text: string): string => describeCondition(parseCondition(text));
    assert.equal(describeText("a = 1 OR b = 2 AND c = 3"), "(a or (b and c))");
    assert.equal(describeText("a = 1 AND b = 2 OR c = 3 AND d = 4"), "((a and b) or (c and d))");
    assert.equal(describeText("(a = 1 OR b = 2) AND c = 3"), "((a or b) and c)");
    assert.equal(describeText("((a = 1)) or ( b = 2 and (c = 3 or d = 4) )"), "(a or (b and (c or d)))");
  });

  it("has texts, numbers and functions as values", () => {
    assert.deepEqual(parseValue("'it\\'s \"here\"'"), { kind: "text", text: 'it\'s "here"' });
    assert.deepEqual(parseValue(String.raw`"\u00e9t\u00e9 \"x\" \\ \%"`), {
      kind: "text",
      text: 'été"x" \\ %',
    });
    assert.deepEqual(parseValue("12"), { kind: "integer", number: 12 });
    assert.deepEqual(parseValue("1.50"), { kind: "float", number: 1.5 });
    assert.deepEqual(parseValue("now()"), { kind: "now", period: undefined });
    assert.deepEqual(parseValue("NOW() - 2W"), { kind: "now", period: { amount: -2, unit: "w" } });
    assert.deepEqual(parseValue("NOW( )+10d"), { kind: "now", period: { amount: 10, unit: "d" } });
    assert.deepEqual(parseValue("Myself()"), { kind: "myself" });
    assert.deepEqual(parseValue("OPEN()"), { kind: "open" });
  });

  it("has nine operators", () => {
    for (const operator of ["=", "!=", "<", "<=", ">", ">="]) {
      assert.equal(parseComparison(`a ${operator} 1`).operator, operator);
      assert.equal(parseComparison(`a${operator}1`).operator, operator);
    }
    const operatorAndCount = (text: string) => {
      const { operator, values } = parseComparison(text);
      return [operator, values.length];
    };
    assert.deepEqual(operatorAndCount("a BETWEEN(1, NOW())"), ["BETWEEN()", 2]);
    assert.deepEqual(operatorAndCount("a in ('x', 'y', MYSELF(),)"), ["IN()", 3]);
    assert.deepEqual(operatorAndCount("a NOT IN('x')"), ["NOT IN()", 1]);
  });

  it("has conditions on links", () => {
    const parseLink = (text: string) => {
      const term = parseCondition(text).operands[0]?.operands[0];
      assert.ok(term?.kind === "link", text);
      const { isNegated, direction, type, target } = term;
      return [isNegated, direction, type, target];
    };
    const bug = { kind: "tracker", operator: "=", name: "bug" };
    const artifact = { kind: "artifact", id: 12 };
    assert.deepEqual(parseLink("WITH PARENT"), [false, "reverse", "_is_child", undefined]);
    assert.deepEqual(parseLink("without parent tracker = 'bug'"), [true, "reverse", "_is_child", bug]);
    assert.deepEqual(parseLink("WITH CHILDREN ARTIFACT = 12"), [false, "forward", "_is_child", artifact]);
    assert.deepEqual(parseLink("WITHOUT CHILD"), [true, "forward", "_is_child", undefined]);
    assert.deepEqual(parseLink("IS LINKED FROM"), [false, "reverse", undefined, undefined]);
    assert.deepEqual(parseLink("IS NOT LINKED TO TRACKER != 'bug' WITH TYPE 'fixes'"), [
      true,
      "forward",
      "fixes",
      { ...bug, operator: "!=" },
    ]);
    assert.deepEqual(parseLink("IS COVERED BY ARTIFACT = 12"), [false, "forward", "_covered_by", artifact]);
    assert.deepEqual(parseLink("IS NOT COVERING"), [true, "reverse", "_covered_by", undefined]);
    assert.equal(
      describeCondition(parseCondition("WITHOUT PARENT AND (IS LINKED TO OR a = 1)")),
      "(no reverse link and (forward link or a))",
    );
  });

  it("reports the furthest position that it could read, and what could follow there", () => {
    const start = "SELECT @id FROM @project = MY_PROJECTS()";
    const cases: readonly (readonly [string, string, number, number])[] = [
      // These three were recorded.
      ["SELECT @id WHERE @id = 1", '",", "from"', 1, 12],
      [start, '"and", "where"', 1, 41],
      [
        `${start} WHERE @id >= 1 ORDER BY @id`,
        '"ASC", "ASCENDING", "DESC", "DESCENDING", [a-zA-Z0-9_.]',
        1,
        69,
      ],
      [`${start} WHERE `, '"(", "@", "is", "with", "without", [a-zA-Z0-9_\\-]', 1, 48],
      // The word could be the name of a field, too.
      [
        `${start} WHERE without x`,
        '"!=", "<", "<=", "=", ">", ">=", "between", "child", "children", "in", "not in", "parent"',
        1,
        56,
      ],
      ["SELECT @id,", '"@", [a-zA-Z0-9_\\-]', 1, 12],
      [
        "SELECT @id FROM\n  @projekt",
        '"@project", "@project.category", "@project.name", "@tracker.name"',
        2,
        3,
      ],
      [`${start}\nWHERE (a = 1`, '")", ".", "and", "or", [0-9]', 2, 13],
      [`${start} WHERE a = "open`, '"\\"", "\\\\", "\\\\u", [^\\n\\r\\f\\\\"]', 1, 57],
      [`${start} WHERE a = 1 b`, '"and", "or", "order by", end of input', 1, 54],
      [`${start} WHERE a NOT`, '"!=", "<", "<=", "=", ">", ">=", "between", "in", "not in"', 1, 50],
      [`${start} WHERE a = -1`, '"\'", "\\"", "myself", "now", "open", [0-9], integer', 1, 52],
    ];
    for (const [text, expected, line, column] of cases) {
      assert.deepEqual(getSyntaxError(text), { expected, line, column }, text);
    }
  });

  it("measures how complex a condition is", () => {
    const measure = (operator: string, count: number): number =>
      measureComplexity(parseCondition(Array.from({ length: count }, () => "a = 1").join(` ${operator} `)));
    assert.deepEqual([measure("OR", 1), measure("OR", 10), measure("OR", 11)], [3, 30, 33]);
    assert.deepEqual([measure("AND", 14), measure("AND", 15)], [29, 31]);
    assert.equal(measureComplexity(parseCondition("(a = 1)")), 5);
  });
});
