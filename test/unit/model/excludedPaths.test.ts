import assert from "node:assert/strict";
import { createPathExclusion, expandBraces } from "../../../src/model/excludedPaths.ts";

function filterPaths(globs: readonly string[], paths: readonly string[]): readonly string[] {
  const isExcluded = createPathExclusion(globs);
  return paths.filter((path) => isExcluded(path));
}

describe("createPathExclusion", () => {
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
