import { digit } from "./tqlScanner.ts";
import type { TqlScanner } from "./tqlScanner.ts";
import type { LinkCondition, LinkTarget } from "./tqlQuery.ts";

type ReadText = () => string | undefined;
type Link = Pick<LinkCondition, "direction" | "type" | "target">;

const childType = "_is_child";
const coverageType = "_covered_by";

/** Such as `WITHOUT PARENT`, `IS LINKED TO TRACKER = 'bug' WITH TYPE 'fixes'` or `IS NOT COVERED`. */
export function readLinkCondition(scanner: TqlScanner, readText: ReadText): LinkCondition | undefined {
  const negatable = scanner.attempt(() => {
    if (!acceptWord(scanner, "is")) return undefined;
    const isNegated = acceptWord(scanner, "not");
    const link = readCoverage(scanner) ?? scanner.attempt(() => readLink(scanner, readText));
    return link && createCondition(link, isNegated);
  });
  if (negatable !== undefined) return negatable;
  for (const word of ["with", "without"] as const) {
    const family = scanner.attempt(() =>
      acceptWord(scanner, word) ? readFamily(scanner, readText) : undefined,
    );
    if (family !== undefined) return createCondition(family, word === "without");
  }
  return undefined;
}

function createCondition(link: Link, isNegated: boolean): LinkCondition {
  return { kind: "link", isNegated, ...link };
}

/** Words need no space between them. */
function acceptWord(scanner: TqlScanner, word: string): boolean {
  const isNext = scanner.acceptKeyword(word);
  if (isNext) scanner.skipSpace();
  return isNext;
}

/** The parent is at the other end of the link of a child. */
function readFamily(scanner: TqlScanner, readText: ReadText): Link | undefined {
  const isParent = acceptWord(scanner, "parent");
  if (!isParent && !acceptWord(scanner, "children") && !acceptWord(scanner, "child")) return undefined;
  const target = readTarget(scanner, readText);
  return { direction: isParent ? "reverse" : "forward", type: childType, target };
}

function readCoverage(scanner: TqlScanner): Link | undefined {
  if (acceptWord(scanner, "covered")) {
    const target = scanner.attempt(() =>
      acceptWord(scanner, "by") ? readArtifactTarget(scanner) : undefined,
    );
    return { direction: "forward", type: coverageType, target };
  }
  if (!acceptWord(scanner, "covering")) return undefined;
  const target = scanner.attempt(() => readArtifactTarget(scanner));
  return { direction: "reverse", type: coverageType, target };
}

function readLink(scanner: TqlScanner, readText: ReadText): Link | undefined {
  if (!acceptWord(scanner, "linked")) return undefined;
  const isReverse = acceptWord(scanner, "from");
  if (!isReverse && !acceptWord(scanner, "to")) return undefined;
  const target = readTarget(scanner, readText);
  const type = scanner.attempt(() =>
    acceptWord(scanner, "with") && acceptWord(scanner, "type") ? readText() : undefined,
  );
  return { direction: isReverse ? "reverse" : "forward", type, target };
}

function readTarget(scanner: TqlScanner, readText: ReadText): LinkTarget | undefined {
  const target =
    scanner.attempt(() => readArtifactTarget(scanner)) ??
    scanner.attempt(() => readTrackerTarget(scanner, readText));
  scanner.skipSpace();
  return target;
}

function readArtifactTarget(scanner: TqlScanner): LinkTarget | undefined {
  if (!acceptWord(scanner, "artifact") || !scanner.acceptSymbol("=")) return undefined;
  scanner.skipSpace();
  const digits = scanner.acceptCharacters(digit);
  return digits === undefined ? undefined : { kind: "artifact", id: Number(digits) };
}

function readTrackerTarget(scanner: TqlScanner, readText: ReadText): LinkTarget | undefined {
  if (!acceptWord(scanner, "tracker")) return undefined;
  const operator = (["=", "!="] as const).find((each) => scanner.acceptSymbol(each));
  if (operator === undefined) return undefined;
  scanner.skipSpace();
  const name = readText();
  return name === undefined ? undefined : { kind: "tracker", operator, name };
}
