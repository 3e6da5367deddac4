import assert from "node:assert/strict";
import { isBinaryContent } from "../../../src/model/fileType.ts";

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

describe("isBinary", () => {
  for (const [what, bytes, expected] of [
    ["no bytes", Buffer.alloc(0), false],
    ["ASCII", Buffer.from("a line\r\n"), false],
    ["UTF-8", Buffer.from("Füße 語"), false],
    ["Latin-1", Buffer.from("Füße", "latin1"), false],
    ["UTF-16", Buffer.from("two bytes a letter", "utf16le"), false],
    ["UTF-16 with a byte order mark", Buffer.from("\uFEFF語語語語語\u0100", "utf16le"), false],
    ["UTF-16 with the other byte order", Buffer.from("two bytes a letter", "utf16le").swap16(), false],
    ["an image", png, true],
    ["zeros", Buffer.alloc(100), true],
    ["a text with a zero byte", Buffer.from("text\0text"), true],
  ] as const) {
    it(`returns ${expected ? "true" : "false"} for ${what}`, () =>
      assert.equal(isBinaryContent(bytes), expected));
  }
});
