import assert from "node:assert/strict";
import { guessMediaType } from "../../../src/model/fileType.ts";

describe("guessMediaType", () => {
  const names: readonly (readonly [string, string])[] = [
    ["boot.log", "text/plain"],
    ["NOTES.MD", "text/markdown"],
    ["a.b.json", "application/json"],
    ["fix.patch", "text/x-diff"],
    ["report.pdf", "application/pdf"],
    ["logs.tar.gz", "application/gzip"],
    ["photo.JPEG", "image/jpeg"],
    ["photo.jpg", "image/jpeg"],
    ["chart.svg", "image/svg+xml"],
    ["plan.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    ["plan.ods", "application/vnd.oasis.opendocument.spreadsheet"],
    ["clip.webm", "video/webm"],
    ["core", "application/octet-stream"],
    ["core.", "application/octet-stream"],
    ["png", "application/octet-stream"],
    ["a.unheard-of", "application/octet-stream"],
    ["a.constructor", "application/octet-stream"],
    ["a.txt plain", "application/octet-stream"],
    ["", "application/octet-stream"],
  ];
  for (const [name, type] of names) {
    it(`returns the type of ${JSON.stringify(name)}: ${type}`, () => {
      assert.equal(guessMediaType(name), type);
    });
  }
});
