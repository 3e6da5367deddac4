// What VS Code renders in each kind of text, and which of it a server must not be able to cause. The rules follow what VS Code
// does: notifications have links, quick picks have icons, Markdown has both.
import { marked, type Token } from "marked";
import { foreignIcon } from "./hostileScripts.ts";

export type Surface = "label" | "pick" | "message" | "tooltip" | "title";

export interface ShownText {
  readonly surface: Surface;
  readonly where: string;
  readonly text: string;
}

/** The members of a `MarkdownString` that the rules check. */
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
/** Allows U+200B, which the extension inserts to break links and icons, and joiners and variation selectors, which are part of words. */
const invisible =
  /(?!\p{Variation_Selector}|\p{Join_Control}|\p{Bidi_Control}|[\u034f\u200b])\p{Default_Ignorable_Code_Point}/u;
const unprintable = /[\p{Cc}\u2028\u2029]/u;
const linkInMessage = /\[[^\]]+\]\([a-z][a-z0-9+.-]*:[^)\s]+[^)]*\)/i;
const drawnIcon = new RegExp(String.raw`(?<!\\)\$\(${foreignIcon}-[\w~-]+\)`);

/** Surfaces on which VS Code renders icons. */
const withIcons: ReadonlySet<Surface> = new Set(["pick"]);
const withLinks: ReadonlySet<Surface> = new Set(["message"]);

/** A control outside of a closed isolate, or right-to-left text without one, reorders adjacent text. */
function reordersText(text: string): boolean {
  const rest = text.replace(isolate, "");
  return directionControl.test(rest) || rightToLeft.test(rest);
}

export function findTextViolations({ surface, where, text }: ShownText): readonly string[] {
  const formatViolation = (violation: string): string =>
    `${where}: ${violation}: ${JSON.stringify(text.slice(0, 200))}`;
  return [
    ...(unprintable.test(text) ? [formatViolation("control characters")] : []),
    ...(reordersText(text) ? [formatViolation("text that reorders adjacent text")] : []),
    ...(invisible.test(text) ? [formatViolation("invisible characters")] : []),
    ...(withIcons.has(surface) && drawnIcon.test(text) ? [formatViolation("an icon")] : []),
    ...(withLinks.has(surface) && linkInMessage.test(text) ? [formatViolation("a link")] : []),
  ];
}

/** URLs that VS Code may open or load. */
const allowedUrl = /^(?:https?:|mailto:|ftp:)/i;

function flattenTokens(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap((token) => {
    const inner = "tokens" in token && Array.isArray(token.tokens) ? (token.tokens as readonly Token[]) : [];
    const items = token.type === "list" ? (token as { readonly items: readonly Token[] }).items : [];
    return [token, ...flattenTokens(inner), ...flattenTokens(items)];
  });
}

export function findMarkdownViolations(shown: ShownMarkdown): readonly string[] {
  const { where, value, isTrusted, supportHtml, supportThemeIcons } = shown;
  const formatViolation = (violation: string): string =>
    `${where}: ${violation}: ${JSON.stringify(value.slice(0, 300))}`;
  const commands = typeof isTrusted === "object" ? isTrusted.enabledCommands : [];
  const isOurs = (href: string): boolean => {
    const command = /^command:([\w.]+)\?/.exec(href)?.[1];
    return command !== undefined && commands.includes(command) && hasOnlyTargetMembers(href);
  };
  const tokens = flattenTokens(marked.lexer(value));
  const links = tokens.flatMap((token) =>
    token.type === "link" ? [String((token as { readonly href: unknown }).href)] : [],
  );
  return [
    ...(isTrusted === true ? [formatViolation("trusted with everything")] : []),
    ...(supportHtml === true ? [formatViolation("with HTML")] : []),
    ...links
      .filter((href) => !allowedUrl.test(href) && !isOurs(href))
      .map((href) => formatViolation(`a link to ${href}`)),
    ...tokens.filter(({ type }) => type === "image").map(() => formatViolation("an image")),
    ...(supportThemeIcons === true && drawnIcon.test(value) ? [formatViolation("an icon")] : []),
    ...(reordersText(value) ? [formatViolation("text that reorders adjacent text")] : []),
    ...(invisible.test(value) ? [formatViolation("invisible characters")] : []),
    ...(/(?!\n)\p{Cc}/u.test(value) ? [formatViolation("control characters")] : []),
  ];
}

/** Command links of the extension have one argument: an object with these members. */
function hasOnlyTargetMembers(href: string): boolean {
  const [target, ...rest] = JSON.parse(
    decodeURIComponent(href.slice(href.indexOf("?") + 1)),
  ) as readonly object[];
  const names = new Set(["siteApi", "artifactId", "trackerId", "page"]);
  return rest.length === 0 && target !== undefined && Object.keys(target).every((name) => names.has(name));
}
