// Sanitizes HTML of the server: keeps text and structure, removes scripts, styles and everything that loads resources.
import createDOMPurify from "dompurify";
import { checkRenderTime, TooComplexError } from "../shared/renderTimeLimits.ts";

/**
 * The browser's parser can't be stopped, so its input is limited. Its time grows with the square of the number of attributes of
 * a tag, and of the number of elements that are open at the same time.
 */
const maxSourceLength = 100_000;
const maxTags = 6000;
/** Data URLs of images are long but fast to parse. */
const imageDataPattern = /="data:image\/[\w.+-]+;base64,[\w+/=]*"/gi;
const tagPattern = /<(\/?)([a-z][a-z0-9]*)/gi;
/** Tags that need no closing tag, or have no content. */
const implicitlyClosedTags = new Set(
  "p li dt dd tr td th tbody thead tfoot col colgroup option br hr img wbr input link meta area base embed source track".split(
    " ",
  ),
);
/** Layout can't be stopped either, so the number and depth of elements are limited too. */
const maxElements = 5000;
const maxDepth = 100;
/**
 * The HTML parser reopens open formatting elements in each following block, but at most three equal ones. Without attributes
 * they are equal, so there are never many.
 */
const formattingWithAttributes = /<(b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?=[\s/])[^>]*>?/gi;

const allowedTags = [
  ..."a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del".split(
    " ",
  ),
  ..."details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main".split(
    " ",
  ),
  ..."mark nav ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody".split(
    " ",
  ),
  ..."td tfoot th thead time tr tt u ul var wbr".split(" "),
];

const allowedAttributes = [
  ..."abbr alt colspan datetime dir headers href lang open reversed rowspan scope span".split(" "),
  ..."src start title value".split(" "),
];

const purify = createDOMPurify(window);

/** Allows web pages, mail addresses and URLs relative to the site. */
function isSafeLink(url: string): boolean {
  // Browsers skip whitespace and control characters before and within a scheme.
  const scheme = /^([^/?#]*?):/.exec(url.replace(/[\p{Cc}\s]/gu, ""))?.[1];
  return scheme === undefined || /^(?:https?|mailto)$/i.test(scheme);
}

/** URLs move to a data attribute, so that the browser neither opens nor loads them. */
purify.addHook("afterSanitizeAttributes", (node) => {
  const url = node.getAttribute("href") ?? node.getAttribute("src");
  node.removeAttribute("href");
  node.removeAttribute("src");
  if (url === null) return;
  const isImage = node.tagName === "IMG";
  if (node.tagName !== "A" && !isImage) return;
  if (isImage || isSafeLink(url)) node.setAttribute("data-url", url);
});

purify.addHook("uponSanitizeElement", () => checkRenderTime());

/** An estimate: closing tags without an opening tag lower the depth. The maximum number of tags limits this. */
function isDeeplyNested(html: string): boolean {
  let depth = 0;
  for (const [, slash, name = ""] of html.matchAll(tagPattern)) {
    if (implicitlyClosedTags.has(name.toLowerCase())) continue;
    depth = slash === "" ? depth + 1 : Math.max(0, depth - 1);
    if (depth > maxDepth) return true;
  }
  return false;
}

function enforceMarkupLimits(html: string): string {
  const isLong = html.length > maxSourceLength && html.replace(imageDataPattern, "").length > maxSourceLength;
  if (isLong || html.split("<", maxTags + 2).length > maxTags + 1 || isDeeplyNested(html)) {
    throw new TooComplexError("The markup is too large.");
  }
  return html.replace(formattingWithAttributes, "<$1>");
}

function assertRenderable(fragment: DocumentFragment): void {
  const elements = fragment.querySelectorAll("*");
  if (elements.length > maxElements) throw new TooComplexError("The markup has too many elements.");
  const depths = new Map<Node | null, number>();
  for (const element of elements) {
    const depth = (depths.get(element.parentNode) ?? 0) + 1;
    if (depth > maxDepth) throw new TooComplexError("The markup is nested too deeply.");
    depths.set(element, depth);
  }
}

/** DOMPurify returns null for a frameset instead of a body; then the source is shown as text. */
function toFragment(sanitized: DocumentFragment | null, html: string): DocumentFragment {
  const fragment = sanitized ?? document.createDocumentFragment();
  if (sanitized === null) fragment.append(html);
  return fragment;
}

/** Throws if the HTML would take too long to parse or to lay out. */
export function sanitizeHtml(html: string): DocumentFragment {
  const sanitized = purify.sanitize(enforceMarkupLimits(html), {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: allowedAttributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    // The hook above checks URLs; this only keeps DOMPurify from dropping data URLs of images.
    ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto|data):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
    RETURN_DOM_FRAGMENT: true,
  });
  const fragment = toFragment(sanitized, html);
  assertRenderable(fragment);
  return fragment;
}
