// What VS Code makes of texts in its different places, and what of that a server may not bring about. The rules are ours, written
// after what VS Code does: a notification has links, a quick pick has icons, Markdown has both.
import { marked, type Token } from "marked";
import { foreignIcon } from "./script.ts";

export type Surface = "label" | "pick" | "message" | "tooltip" | "title";

/** A text as it was shown, and where. */
export interface Shown {
  readonly surface: Surface;
  readonly where: string;
  readonly text: string;
}

/** As VS Code has it, as far as a test can see it. */
export interface ShownMarkdown {
  readonly where: string;
  readonly value: string;
  readonly isTrusted?: boolean | { readonly enabledCommands: readonly string[] } | undefined;
  readonly supportHtml?: boolean | undefined;
  readonly supportThemeIcons?: boolean | undefined;
}

const directionControl = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const isolate = /\u2068[^\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\n]*\u2069/gu;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Marks of ours part what would be a link or an icon: U+200B. Joiners and variation selectors are part of words. */
const invisible =
  /(?!\p{Variation_Selector}|\p{Join_Control}|\p{Bidi_Control}|[\u034f\u200b])\p{Default_Ignorable_Code_Point}/u;
const unprintable = /[\p{Cc}\u2028\u2029]/u;
const linkInMessage = /\[[^\]]+\]\([a-z][a-z0-9+.-]*:[^)\s]+[^)]*\)/i;
const drawnIcon = new RegExp(String.raw`(?<!\\)\$\(${foreignIcon}-[\w~-]+\)`);

/** Surfaces of one line on which VS Code draws icons. */
const withIcons: ReadonlySet<Surface> = new Set(["pick"]);
const withLinks: ReadonlySet<Surface> = new Set(["message"]);

/** A control outside of a closed isolate, or right-to-left text without one, reorders what is beside it. */
function reorders(text: string): boolean {
  const rest = text.replace(isolate, "");
  return directionControl.test(rest) || rightToLeft.test(rest);
}

export function violationsOf({ surface, where, text }: Shown): readonly string[] {
  const say = (what: string): string => `${where}: ${what}: ${JSON.stringify(text.slice(0, 200))}`;
  return [
    ...(unprintable.test(text) ? [say("control characters")] : []),
    ...(reorders(text) ? [say("text that reorders what is beside it")] : []),
    ...(invisible.test(text) ? [say("invisible characters")] : []),
    ...(withIcons.has(surface) && drawnIcon.test(text) ? [say("an icon")] : []),
    ...(withLinks.has(surface) && linkInMessage.test(text) ? [say("a link")] : []),
  ];
}

/** What VS Code would follow with a click, or draws; others it leaves without an address. */
const allowed = /^(?:https?:|mailto:|ftp:)/i;

function tokensIn(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap((token) => {
    const inner = "tokens" in token && Array.isArray(token.tokens) ? (token.tokens as readonly Token[]) : [];
    const items = token.type === "list" ? (token as { readonly items: readonly Token[] }).items : [];
    return [token, ...tokensIn(inner), ...tokensIn(items)];
  });
}

export function violationsOfMarkdown(shown: ShownMarkdown): readonly string[] {
  const { where, value, isTrusted, supportHtml, supportThemeIcons } = shown;
  const say = (what: string): string => `${where}: ${what}: ${JSON.stringify(value.slice(0, 300))}`;
  const commands = typeof isTrusted === "object" ? isTrusted.enabledCommands : [];
  const isOurs = (href: string): boolean => {
    const command = /^command:([\w.]+)\?/.exec(href)?.[1];
    return command !== undefined && commands.includes(command) && areNumbersAndSite(href);
  };
  const tokens = tokensIn(marked.lexer(value));
  const links = tokens.flatMap((token) =>
    token.type === "link" ? [String((token as { readonly href: unknown }).href)] : [],
  );
  return [
    ...(isTrusted === true ? [say("trusted with everything")] : []),
    ...(supportHtml === true ? [say("with HTML")] : []),
    ...links.filter((href) => !allowed.test(href) && !isOurs(href)).map((href) => say(`a link to ${href}`)),
    ...tokens.filter(({ type }) => type === "image").map(() => say("an image")),
    ...(supportThemeIcons === true && drawnIcon.test(value) ? [say("an icon")] : []),
    ...(reorders(value) ? [say("text that reorders what is beside it")] : []),
    ...(invisible.test(value) ? [say("invisible characters")] : []),
    ...(/(?!\n)\p{Cc}/u.test(value) ? [say("control characters")] : []),
  ];
}

/** What a link of ours carries: one object of numbers, the site's address and a page of that site. */
function areNumbersAndSite(href: string): boolean {
  const [target, ...others] = JSON.parse(
    decodeURIComponent(href.slice(href.indexOf("?") + 1)),
  ) as readonly object[];
  const names = new Set(["siteApi", "artifactId", "trackerId", "page"]);
  return others.length === 0 && target !== undefined && Object.keys(target).every((name) => names.has(name));
}
