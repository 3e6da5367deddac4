// Markup of the server on its way into the page: text and structure survive, nothing that acts, styles or loads.
import createDOMPurify from "dompurify";
import { checkpoint, TooComplex } from "../shared/renderLimits.ts";

/**
 * The browser's parser can't be stopped: what it is given is limited instead. Its time grows with the square of the attributes of
 * a tag, and of the elements that are open at the same time.
 */
const longestSource = 100_000;
const mostTags = 6000;
/** Images as data are long and cost nothing. */
const imageData = /="data:image\/[\w.+-]+;base64,[\w+/=]*"/gi;
const tag = /<(\/?)([a-z][a-z0-9]*)/gi;
/** They are closed by the next of their kind, by what is around them, or have no content. */
const closedByOthers = new Set(
  "p li dt dd tr td th tbody thead tfoot col colgroup option br hr img wbr input link meta area base embed source track".split(
    " ",
  ),
);
/** What is drawn is limited too: layout can't be stopped either. */
const mostElements = 5000;
const deepest = 100;
/**
 * An open formatting element is opened anew in each block that follows, by the rules of HTML, unless three equal ones are open:
 * without attributes there are never many.
 */
const formattingWithAttributes = /<(b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?=[\s/])[^>]*>?/gi;

const tags = [
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

const attributes = [
  ..."abbr alt colspan datetime dir headers href lang open reversed rowspan scope span".split(" "),
  ..."src start title value".split(" "),
];

const purify = createDOMPurify(window);

/** Where a link may lead: a page, a mail, or something below the site. */
function isHarmless(address: string): boolean {
  // Browsers skip blanks and control characters in front of and within a scheme.
  const scheme = /^([^/?#]*?):/.exec(address.replace(/[\p{Cc}\s]/gu, ""))?.[1];
  return scheme === undefined || /^(?:https?|mailto)$/i.test(scheme);
}

/** Addresses are kept beside: the page neither goes to them nor loads them on its own. */
purify.addHook("afterSanitizeAttributes", (node) => {
  const address = node.getAttribute("href") ?? node.getAttribute("src");
  node.removeAttribute("href");
  node.removeAttribute("src");
  if (address === null) return;
  const isImage = node.tagName === "IMG";
  if (node.tagName !== "A" && !isImage) return;
  if (isImage || isHarmless(address)) node.setAttribute("data-address", address);
});

purify.addHook("uponSanitizeElement", () => checkpoint());

/** Not exact: markup can hold closing tags that close nothing. The number of tags limits what those can hide. */
function isDeeplyNested(html: string): boolean {
  let depth = 0;
  for (const [, slash, name = ""] of html.matchAll(tag)) {
    if (closedByOthers.has(name.toLowerCase())) continue;
    depth = slash === "" ? depth + 1 : Math.max(0, depth - 1);
    if (depth > deepest) return true;
  }
  return false;
}

function withinLimits(html: string): string {
  const isLong = html.length > longestSource && html.replace(imageData, "").length > longestSource;
  if (isLong || html.split("<", mostTags + 2).length > mostTags + 1 || isDeeplyNested(html)) {
    throw new TooComplex("The markup is too large.");
  }
  return html.replace(formattingWithAttributes, "<$1>");
}

function assertDrawable(fragment: DocumentFragment): void {
  const elements = fragment.querySelectorAll("*");
  if (elements.length > mostElements) throw new TooComplex("The markup has too many elements.");
  const depths = new Map<Node | null, number>();
  for (const element of elements) {
    const depth = (depths.get(element.parentNode) ?? 0) + 1;
    if (depth > deepest) throw new TooComplex("The markup is nested too deeply.");
    depths.set(element, depth);
  }
}

/** A set of frames in place of a body leaves nothing to sanitise: it is shown as what it is written with. */
function orSource(clean: DocumentFragment | null, html: string): DocumentFragment {
  const fragment = clean ?? document.createDocumentFragment();
  if (clean === null) fragment.append(html);
  return fragment;
}

/** Throws for what would take too long to parse or to draw. */
export function sanitized(html: string): DocumentFragment {
  const clean = purify.sanitize(withinLimits(html), {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    // The hook judges addresses; what DOMPurify would drop, such as images as data, it can do without.
    ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto|data):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
    RETURN_DOM_FRAGMENT: true,
  });
  const fragment = orSource(clean, html);
  assertDrawable(fragment);
  return fragment;
}
