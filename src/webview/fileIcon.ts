// Which of VS Code's icons a file gets.
import type { FileDescription } from "../model/value.ts";

const byEnding: readonly (readonly [icon: string, endings: string])[] = [
  ["file-pdf", "pdf"],
  ["file-zip", "zip gz tgz bz2 xz 7z rar tar zst jar war"],
  ["json", "json jsonl ndjson"],
  ["markdown", "md markdown"],
  ["table", "csv tsv xls xlsx ods"],
  ["file-code", "c cc cpp h hpp cs css go html java js jsx kt php py rb rs sh sql ts tsx xml yaml yml"],
  ["file-code", "diff patch"],
  ["file-binary", "bin exe dll so dmp"],
  ["file-text", "txt log ini conf rtf doc docx odt"],
];

const byType: readonly (readonly [icon: string, type: RegExp])[] = [
  ["file-pdf", /^application\/pdf/],
  ["file-zip", /^application\/(?:x-)?(?:zip|gzip|tar|7z)/],
  ["json", /^application\/json/],
  ["file-text", /^text\//],
];

const media = /^(?:image|video|audio)\//;

export function fileIcon({ name, type }: Pick<FileDescription, "name" | "type">): string {
  if (media.test(type)) return "file-media";
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const named = byEnding.find(([, endings]) => endings.split(" ").includes(ending));
  return (named ?? byType.find(([, pattern]) => pattern.test(type)))?.[0] ?? "file";
}
