import assert from "node:assert/strict";
import { expandBraces, parseExcludingGlobs, PathExclusions } from "../../../src/model/excludedPaths.ts";

function createExclusions(...globs: readonly string[]): PathExclusions {
  return new PathExclusions(globs.map((glob) => ({ glob, condition: undefined })));
}

function filterPaths(globs: readonly string[], paths: readonly string[]): readonly string[] {
  const exclusions = createExclusions(...globs);
  return paths.filter((path) => exclusions.has(path));
}

describe("parseExcludingGlobs", () => {
  it("reads globs that are enabled or have a condition, whatever else a workspace has there", () => {
    const setting = { "**/a": true, "**/*.js": { when: "$(basename).ts" }, b: false, c: { when: 1 }, d: "" };
    assert.deepEqual(parseExcludingGlobs(setting), [
      { glob: "**/a", condition: undefined },
      { glob: "**/*.js", condition: "$(basename).ts" },
    ]);
    for (const other of [undefined, null, "**/a", 1, []]) assert.deepEqual(parseExcludingGlobs(other), []);
  });
});

describe("PathExclusions", () => {
  it("excludes folders with everything in them, at any depth or only at the top", () => {
    const paths = ["node_modules/a.js", "src/node_modules/b/c.js", "src/a.js", "dist/a.js", "src/dist/a.js"];
    assert.deepEqual(filterPaths(["**/node_modules", "dist"], paths), [
      "node_modules/a.js",
      "src/node_modules/b/c.js",
      "dist/a.js",
    ]);
    assert.deepEqual(filterPaths(["dist/", "./src/"], paths), [
      "src/node_modules/b/c.js",
      "src/a.js",
      "dist/a.js",
      "src/dist/a.js",
    ]);
    assert.deepEqual(filterPaths(["src/**"], paths), [
      "src/node_modules/b/c.js",
      "src/a.js",
      "src/dist/a.js",
    ]);
  });

  it("matches names with wildcards, classes and alternatives", () => {
    const paths = ["a.min.js", "src/b.js", "src/c.ts", "lib/d.tsx", "log1", "logx", "x.JS", ".git/config"];
    assert.deepEqual(filterPaths(["**/*.js"], paths), ["a.min.js", "src/b.js"]);
    assert.deepEqual(filterPaths(["{src,lib}/*.{ts,tsx}"], paths), ["src/c.ts", "lib/d.tsx"]);
    assert.deepEqual(filterPaths(["log[0-9]"], paths), ["log1"]);
    assert.deepEqual(filterPaths(["log[!0-9]", "?.min.*"], paths), ["a.min.js", "logx"]);
    assert.deepEqual(filterPaths(["**/.git"], paths), [".git/config"]);
    assert.deepEqual(filterPaths(["src/**/*.js", "**/s*c/**/c.*"], paths), ["src/b.js", "src/c.ts"]);
    assert.deepEqual(filterPaths(["[", "{a", ""], ["[", "{a", "a"]), ["[", "{a"]);
    assert.deepEqual(filterPaths([], paths), []);
  });

  it("takes names with line breaks and leading dashes literally", () => {
    const paths = ["--rf/a\nb.js", "-x", "a\nb"];
    assert.deepEqual(filterPaths(["**/*\n*.js", "-?"], paths), ["--rf/a\nb.js", "-x"]);
  });

  it("names the siblings that exclude a file or its folder, for globs with a condition", () => {
    const exclusions = new PathExclusions([
      { glob: "**/*.{js,map}", condition: "$(basename).ts" },
      { glob: "lib", condition: "src" },
      { glob: "out", condition: undefined },
    ]);
    const list = (path: string): readonly string[] =>
      exclusions.listExcludingSiblings(path).map(({ folder, name }) => `${folder}|${name}`);
    assert.deepEqual(list("src/a.b.js"), ["src|a.b.ts"]);
    assert.deepEqual(list("a.map"), ["|a.ts"]);
    assert.deepEqual(list("src/.js"), ["src|.js.ts"]);
    assert.deepEqual(list("lib/deep/a.js"), ["|src", "lib/deep|a.ts"]);
    assert.deepEqual(list("src/$&.js"), ["src|$&.ts"]);
    assert.deepEqual(list("out/a.c"), []);
    assert.equal(exclusions.has("src/a.b.js"), false);
    assert.deepEqual(exclusions.patterns, ["out"]);
    assert.deepEqual([exclusions.hasConditions, createExclusions("out").hasConditions], [true, false]);
  });

  it("ignores globs after the first 500", () => {
    const globs = Array.from({ length: 100_000 }, (_, at) => `{a,b}${at}`);
    const exclusions = createExclusions(...globs);
    assert.equal(exclusions.patterns.length, 500);
    assert.deepEqual([exclusions.has("b249"), exclusions.has("a250")], [true, false]);
  });

  it("is fast for hostile globs", () => {
    const name = "a".repeat(250);
    const globs = [
      `**/${"*a".repeat(100)}b`,
      `${"**/".repeat(100)}b`,
      `${"{a,b}".repeat(100)}c`,
      `${"{".repeat(500)}a${"}".repeat(500)}`,
      "x".repeat(100_000),
    ];
    const start = performance.now();
    assert.deepEqual(filterPaths(globs, Array(50).fill(`${`${name}/`.repeat(10)}${name}`)), []);
    assert.ok(performance.now() - start < 5_000);
  });
});

describe("expandBraces", () => {
  it("expands nested alternatives, and nothing if there are too many", () => {
    assert.deepEqual(expandBraces("a"), ["a"]);
    assert.deepEqual(expandBraces("{a,b{c,d}}/{e,}"), ["a/e", "a/", "bc/e", "bc/", "bd/e", "bd/"]);
    assert.deepEqual(expandBraces("{a,b}".repeat(20)), []);
  });
});
