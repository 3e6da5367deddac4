// Markup of the server on its way into the page: text and structure survive, nothing that acts, styles or loads.
import createDOMPurify from "dompurify";

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

/** A set of frames in place of a body leaves nothing to sanitise: it is shown as what it is written with. */
function orSource(clean: DocumentFragment | null, html: string): DocumentFragment {
  const fragment = clean ?? document.createDocumentFragment();
  if (clean === null) fragment.append(html);
  return fragment;
}

export function sanitized(html: string): DocumentFragment {
  const clean = purify.sanitize(html, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    // The hook judges addresses; what DOMPurify would drop, such as images as data, it can do without.
    ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto|data):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
    RETURN_DOM_FRAGMENT: true,
  });
  return orSource(clean, html);
}
