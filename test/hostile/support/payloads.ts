// Hostile strings of our own making: tags, attributes, encodings, schemes, Markdown, icons and characters, put together by chance
// and the same for the same seed.
import { Random } from "./random.ts";
import { address, alarm, anyCase, elsewhere, encodings, foreignIcon, script } from "./script.ts";

export interface Payload {
  readonly number: number;
  readonly text: string;
}

const tags =
  "a abbr animate area article audio base body button canvas details dialog div embed font form frameset iframe image img input isindex keygen link marquee math meta object option portal script select set slot source span style summary svg table td template textarea title track use video vscode-icon artifact-rich-text artifact-field x-any".split(
    " ",
  );
const events =
  "abort animationstart auxclick beforetoggle begin blur click cut error focus focusin input invalid load loadstart mouseenter mouseover pageshow paste pointerdown pointerover readystatechange resize scroll select submit toggle transitionend unload wheel".split(
    " ",
  );
const addressed: readonly (readonly [tag: string, attribute: string])[] = [
  ["a", "href"],
  ["a", "ping"],
  ["a", "xlink:href"],
  ["animate", "to"],
  ["area", "href"],
  ["audio", "src"],
  ["base", "href"],
  ["blockquote", "cite"],
  ["body", "background"],
  ["button", "formaction"],
  ["embed", "src"],
  ["form", "action"],
  ["iframe", "src"],
  ["iframe", "srcdoc"],
  ["image", "href"],
  ["img", "src"],
  ["img", "srcset"],
  ["img", "longdesc"],
  ["input", "src"],
  ["link", "href"],
  ["object", "data"],
  ["script", "src"],
  ["source", "srcset"],
  ["table", "background"],
  ["td", "background"],
  ["track", "src"],
  ["use", "href"],
  ["video", "poster"],
  ["video", "src"],
];
/** Inside of these, markup is read by rules of its own. */
const contexts =
  "annotation-xml caption colgroup desc foreignObject form frameset math mglyph mi mtext noembed noframes noscript option plaintext select style svg table template textarea title xmp".split(
    " ",
  );
/** Names by which scripts find things. */
const known =
  "activity actions attributes body childNodes content cookie documentElement firstChild getElementById head innerHTML location nodeName parentNode querySelector remove removeAttribute setAttribute".split(
    " ",
  );

const blanks = [" ", "\n", "\t", "\f", "/", "  ", "\r\n"];
const quotes = ['"', "'", "", "`"];
const directions = [
  0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069, 0x200e, 0x200f, 0x61c,
];
const controls = [
  0, 1, 7, 8, 9, 0xa, 0xb, 0xc, 0xd, 0x1b, 0x7f, 0x85, 0x9b, 0x9c, 0x2028, 0x2029, 0xfeff, 0xfffe,
];

type Family = (random: Random, number: number) => string;

const handled: Family = (random, number) => {
  const quote = random.one(quotes);
  const gap = random.one(blanks);
  const attribute = `${anyCase(random, `on${random.one(events)}`)}=${quote}${script(random, number)}${quote}`;
  const more = random.one([
    "",
    "autofocus tabindex=0 ",
    "open ",
    "src=x ",
    "href=# ",
    "style=animation-name:x ",
  ]);
  const end = random.one([">", " >", "/>", "", ">x", "//", "<"]);
  return `<${anyCase(random, random.one(tags))}${gap}${more}${attribute}${end}`;
};

/** Those that need nobody to do anything. */
const sudden: Family = (random, number) => {
  const quote = random.one(['"', "'"]);
  const code = script(random, number).replaceAll(quote, quote === '"' ? "&quot;" : "&#39;");
  const when = (event: string): string => `${anyCase(random, `on${event}`)}=${quote}${code}${quote}`;
  return random.one([
    `<img src=x ${when("error")}>`,
    `<IMG/src=x/${when("error")}/>`,
    `<image src=x ${when("error")}>`,
    `<svg ${when("load")}>`,
    `<svg><animate attributeName=x dur=1s ${when("begin")}>`,
    `<details open ${when("toggle")}>x</details>`,
    `<input autofocus ${when("focus")}>`,
    `<video src=x ${when("error")}></video>`,
    `<video><source ${when("error")}></video>`,
    `<audio src=x ${when("error")}></audio>`,
    `<iframe ${when("load")}></iframe>`,
    `<iframe srcdoc=${quote}&lt;img src=x onerror=parent.${alarm}(${number})&gt;${quote}></iframe>`,
    `<iframe src=${quote}javascript:parent.${alarm}(${number})${quote}></iframe>`,
    `<object data=x ${when("error")}></object>`,
    `<link rel=stylesheet href=x ${when("error")}>`,
    `<style ${when("load")}>x{}</style>`,
    `<marquee ${when("start")}>x</marquee>`,
  ]);
};

const leading: Family = (random, number) => {
  const [tag, attribute] = random.one(addressed);
  const quote = random.one(['"', "'"]);
  const value = address(random, number);
  const extra = tag === "meta" ? ' http-equiv="refresh"' : tag === "link" ? " rel=stylesheet" : "";
  return `<${anyCase(random, tag)}${extra}${random.one(blanks)}${attribute}=${quote}${value}${quote}>text ${number}</${tag}>`;
};

const script_: Family = (random, number) => {
  const code = script(random, number);
  return random.one([
    `<script>${code}</script>`,
    `</script><script>${code}</script>`,
    `<scr<script>ipt>${code}</scr</script>ipt>`,
    `<script/x>${code}</script\n>`,
    `<style>@import "https://${elsewhere}/${number}.css";*{background:url(https://${elsewhere}/${number})}</style>`,
    `<p style="background:url(https://${elsewhere}/${number});x:expression(${code})">`,
    `<meta http-equiv=refresh content="0;url=https://${elsewhere}/${number}">`,
    `<svg><script>${code}</script></svg>`,
    `"><img src=x onerror=${code}>`,
    `'-${code}-'`,
    `\${${code}}`,
    `{{constructor.constructor('${code}')()}}`,
    `<!--?lit$${number}$--><img src=x onerror=${code}>`,
    `]]><img src=x onerror=${code}>`,
    `<a id=${random.one(known)} name=${random.one(known)} href="https://${elsewhere}/${number}">x</a>`,
    `<form id=${random.one(known)}><input name=${random.one(known)}></form>`,
    `<img name=${random.one(known)} id=${random.one(known)} class="actions-bar" slot=x part=x is=x>`,
  ]);
};

/** Read once it is harmless, read a second time it may not be. */
const nested: Family = (random, number) => {
  const around = random.several(1, 5, contexts);
  const inner = handled(random, number);
  const last = around.at(-1) ?? "";
  const hidden = random.one([
    `<!--</${last}>${inner}-->`,
    `<a title="</${last}>${inner}">`,
    `<![CDATA[</${last}>]]>${inner}`,
    `<!--><${inner}-->`,
    `<${last}></${around[0]}>${inner}`,
    inner,
  ]);
  const closed = random.is(0.5)
    ? around
        .toReversed()
        .map((tag) => `</${tag}>`)
        .join("")
    : "";
  return around.map((tag) => `<${tag}>`).join("") + hidden + closed;
};

const markdown: Family = (random, number) => {
  const to = address(random, number);
  return random.one([
    `[text ${number}](${to})`,
    `[text ${number}](<${to}>)`,
    `[text ${number}](${to} "title")`,
    `![text ${number}](${to})`,
    `[![text](${to})](${to})`,
    `<${to}>`,
    `[a${number}]: ${to}\n\n[a${number}]`,
    `[a${number}]: <${to}>\n![a${number}]`,
    `# [h](${to})`,
    `> [q](${to})\n\n- [ ] [t](${to})`,
    `| a |\n|---|\n| [c](${to}) |`,
    `\`\`\`\n</code></pre>${handled(random, number)}\n\`\`\``,
    `\`</code>${handled(random, number)}\``,
    `[text](${to}\\)`,
    `\\[text](${to})`,
    `]( ${to} )[${number}](${to})`,
    `**[b](${to})**<br>[c](${to})`,
    `&#91;text](${to})`,
    `[text\u200b](${to})`,
    `${to} www.${elsewhere}/${number} x@${elsewhere}`,
  ]);
};

const icon: Family = (random, number) => {
  const name = `${foreignIcon}-${number}`;
  return random.one([
    `$(${name})`,
    `$(${name}~spin) after`,
    `\\$(${name})`,
    `$$(${name})`,
    `$(${name})$(${name})`,
    `$($(${name}))`,
    `**$(${name})** [$(${name})](command:x)`,
    `$\u00ad(${name})$(${name})`,
  ]);
};

const characters: Family = (random, number) => {
  const some = random.several(1, 6, [...directions, ...controls]).map((code) => String.fromCodePoint(code));
  const half = random.is(0.2) ? random.one(["\ud83d", "\udc00"]) : "";
  const marks = random.is(0.2) ? "\u0301\u0489".repeat(40) : "";
  const long = random.is(0.05) ? "\u{1f9ed}x".repeat(2_500) : "";
  return `${some[0]}cod${some.slice(1).join(`exe${number}`)}${half}.txt${marks}${long}`;
};

const families: readonly Family[] = [
  handled,
  sudden,
  sudden,
  leading,
  leading,
  script_,
  nested,
  nested,
  markdown,
  markdown,
  icon,
  characters,
];

/** In words that look like a title, so that it is not only read on its own. */
function wrapped(random: Random, text: string, number: number): string {
  return random.one([
    text,
    text,
    text,
    `Buoy ${number} ${text}`,
    `${text}${text}`,
    `\n\n${text}\n\n`,
    `x${text} y`,
  ]);
}

/** As many as asked for, no two alike. */
export function payloads(seed: number, count: number): readonly Payload[] {
  const random = new Random(seed);
  const seen = new Set<string>();
  const all: Payload[] = [];
  while (all.length < count) {
    const number = all.length + 1;
    const mixed = random.several(1, random.is(0.2) ? 3 : 1, families).map((family) => family(random, number));
    const text = wrapped(random, random.one(encodings)(random, mixed.join(random.one(["", " "]))), number);
    if (seen.has(text)) continue;
    seen.add(text);
    all.push({ number, text });
  }
  return all;
}

/** Hands them out again and again, and knows how many of them were. */
export class Supply {
  readonly #payloads: readonly Payload[];
  #handedOut = 0;

  constructor(seed: number, count: number) {
    this.#payloads = payloads(seed, count);
  }

  /** Different ones, up to all there are. */
  get tried(): number {
    return Math.min(this.#handedOut, this.#payloads.length);
  }

  get isUsedUp(): boolean {
    return this.#handedOut >= this.#payloads.length;
  }

  /** How often one was put somewhere. */
  get handedOut(): number {
    return this.#handedOut;
  }

  next(): string {
    const payload = this.#payloads[this.#handedOut % this.#payloads.length];
    this.#handedOut += 1;
    if (payload === undefined) throw new Error(`There is no ${alarm}.`);
    return payload.text;
  }
}
