// Generates hostile strings from random tags, attributes, encodings, schemes, Markdown, icons and characters; the same strings
// for the same seed.
import { Random } from "./random.ts";
import {
  createHostileUrl,
  alarmFunction,
  randomizeCase,
  foreignHost,
  encodings,
  foreignIcon,
  createScript,
} from "./hostileScripts.ts";

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
const urlAttributes: readonly (readonly [tag: string, attribute: string])[] = [
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
/** Elements inside of which other parsing rules apply. */
const contexts =
  "annotation-xml caption colgroup desc foreignObject form frameset math mglyph mi mtext noembed noframes noscript option plaintext select style svg table template textarea title xmp".split(
    " ",
  );
/** Ids and names that could shadow DOM properties. */
const domPropertyNames =
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

type PayloadGenerator = (random: Random, number: number) => string;

const createEventHandler: PayloadGenerator = (random, number) => {
  const quote = random.pick(quotes);
  const gap = random.pick(blanks);
  const attribute = `${randomizeCase(random, `on${random.pick(events)}`)}=${quote}${createScript(random, number)}${quote}`;
  const more = random.pick([
    "",
    "autofocus tabindex=0 ",
    "open ",
    "src=x ",
    "href=# ",
    "style=animation-name:x ",
  ]);
  const end = random.pick([">", " >", "/>", "", ">x", "//", "<"]);
  return `<${randomizeCase(random, random.pick(tags))}${gap}${more}${attribute}${end}`;
};

/** Handlers that fire without user interaction. */
const createSelfTriggering: PayloadGenerator = (random, number) => {
  const quote = random.pick(['"', "'"]);
  const code = createScript(random, number).replaceAll(quote, quote === '"' ? "&quot;" : "&#39;");
  const on = (event: string): string => `${randomizeCase(random, `on${event}`)}=${quote}${code}${quote}`;
  return random.pick([
    `<img src=x ${on("error")}>`,
    `<IMG/src=x/${on("error")}/>`,
    `<image src=x ${on("error")}>`,
    `<svg ${on("load")}>`,
    `<svg><animate attributeName=x dur=1s ${on("begin")}>`,
    `<details open ${on("toggle")}>x</details>`,
    `<input autofocus ${on("focus")}>`,
    `<video src=x ${on("error")}></video>`,
    `<video><source ${on("error")}></video>`,
    `<audio src=x ${on("error")}></audio>`,
    `<iframe ${on("load")}></iframe>`,
    `<iframe srcdoc=${quote}&lt;img src=x onerror=parent.${alarmFunction}(${number})&gt;${quote}></iframe>`,
    `<iframe src=${quote}javascript:parent.${alarmFunction}(${number})${quote}></iframe>`,
    `<object data=x ${on("error")}></object>`,
    `<link rel=stylesheet href=x ${on("error")}>`,
    `<style ${on("load")}>x{}</style>`,
    `<marquee ${on("start")}>x</marquee>`,
  ]);
};

const createUrlAttribute: PayloadGenerator = (random, number) => {
  const [tag, attribute] = random.pick(urlAttributes);
  const quote = random.pick(['"', "'"]);
  const value = createHostileUrl(random, number);
  const extra = tag === "meta" ? ' http-equiv="refresh"' : tag === "link" ? " rel=stylesheet" : "";
  return `<${randomizeCase(random, tag)}${extra}${random.pick(blanks)}${attribute}=${quote}${value}${quote}>text ${number}</${tag}>`;
};

const createScriptMarkup: PayloadGenerator = (random, number) => {
  const code = createScript(random, number);
  return random.pick([
    `<script>${code}</script>`,
    `</script><script>${code}</script>`,
    `<scr<script>ipt>${code}</scr</script>ipt>`,
    `<script/x>${code}</script\n>`,
    `<style>@import "https://${foreignHost}/${number}.css";*{background:url(https://${foreignHost}/${number})}</style>`,
    `<p style="background:url(https://${foreignHost}/${number});x:expression(${code})">`,
    `<meta http-equiv=refresh content="0;url=https://${foreignHost}/${number}">`,
    `<svg><script>${code}</script></svg>`,
    `"><img src=x onerror=${code}>`,
    `'-${code}-'`,
    `\${${code}}`,
    `{{constructor.constructor('${code}')()}}`,
    `<!--?lit$${number}$--><img src=x onerror=${code}>`,
    `]]><img src=x onerror=${code}>`,
    `<a id=${random.pick(domPropertyNames)} name=${random.pick(domPropertyNames)} href="https://${foreignHost}/${number}">x</a>`,
    `<form id=${random.pick(domPropertyNames)}><input name=${random.pick(domPropertyNames)}></form>`,
    `<img name=${random.pick(domPropertyNames)} id=${random.pick(domPropertyNames)} class="actions-bar" slot=x part=x is=x>`,
  ]);
};

/** Markup that may become harmful when it is parsed a second time. */
const createNestedMarkup: PayloadGenerator = (random, number) => {
  const outerTags = random.pickSeveral(1, 5, contexts);
  const inner = createEventHandler(random, number);
  const last = outerTags.at(-1) ?? "";
  const hidden = random.pick([
    `<!--</${last}>${inner}-->`,
    `<a title="</${last}>${inner}">`,
    `<![CDATA[</${last}>]]>${inner}`,
    `<!--><${inner}-->`,
    `<${last}></${outerTags[0]}>${inner}`,
    inner,
  ]);
  const closed = random.chance(0.5)
    ? outerTags
        .toReversed()
        .map((tag) => `</${tag}>`)
        .join("")
    : "";
  return outerTags.map((tag) => `<${tag}>`).join("") + hidden + closed;
};

const createMarkdown: PayloadGenerator = (random, number) => {
  const url = createHostileUrl(random, number);
  return random.pick([
    `[text ${number}](${url})`,
    `[text ${number}](<${url}>)`,
    `[text ${number}](${url} "title")`,
    `![text ${number}](${url})`,
    `[![text](${url})](${url})`,
    `<${url}>`,
    `[a${number}]: ${url}\n\n[a${number}]`,
    `[a${number}]: <${url}>\n![a${number}]`,
    `# [h](${url})`,
    `> [q](${url})\n\n- [ ] [t](${url})`,
    `| a |\n|---|\n| [c](${url}) |`,
    `\`\`\`\n</code></pre>${createEventHandler(random, number)}\n\`\`\``,
    `\`</code>${createEventHandler(random, number)}\``,
    `[text](${url}\\)`,
    `\\[text](${url})`,
    `]( ${url} )[${number}](${url})`,
    `**[b](${url})**<br>[c](${url})`,
    `&#91;text](${url})`,
    `[text\u200b](${url})`,
    `${url} www.${foreignHost}/${number} x@${foreignHost}`,
  ]);
};

const createIcon: PayloadGenerator = (random, number) => {
  const name = `${foreignIcon}-${number}`;
  return random.pick([
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

const createControlCharacters: PayloadGenerator = (random, number) => {
  const characters = random
    .pickSeveral(1, 6, [...directions, ...controls])
    .map((code) => String.fromCodePoint(code));
  const half = random.chance(0.2) ? random.pick(["\ud83d", "\udc00"]) : "";
  const marks = random.chance(0.2) ? "\u0301\u0489".repeat(40) : "";
  const long = random.chance(0.05) ? "\u{1f9ed}x".repeat(2_500) : "";
  return `${characters[0]}cod${characters.slice(1).join(`exe${number}`)}${half}.txt${marks}${long}`;
};

const payloadGenerators: readonly PayloadGenerator[] = [
  createEventHandler,
  createSelfTriggering,
  createSelfTriggering,
  createUrlAttribute,
  createUrlAttribute,
  createScriptMarkup,
  createNestedMarkup,
  createNestedMarkup,
  createMarkdown,
  createMarkdown,
  createIcon,
  createControlCharacters,
];

/** Surrounds some payloads with other text, as in a title. */
function wrapInText(random: Random, text: string, number: number): string {
  return random.pick([
    text,
    text,
    text,
    `Buoy ${number} ${text}`,
    `${text}${text}`,
    `\n\n${text}\n\n`,
    `x${text} y`,
  ]);
}

/** Generates `count` distinct payloads. */
export function generatePayloads(seed: number, count: number): readonly Payload[] {
  const random = new Random(seed);
  const seen = new Set<string>();
  const payloads: Payload[] = [];
  while (payloads.length < count) {
    const number = payloads.length + 1;
    const parts = random
      .pickSeveral(1, random.chance(0.2) ? 3 : 1, payloadGenerators)
      .map((generate) => generate(random, number));
    const text = wrapInText(
      random,
      random.pick(encodings)(random, parts.join(random.pick(["", " "]))),
      number,
    );
    if (seen.has(text)) continue;
    seen.add(text);
    payloads.push({ number, text });
  }
  return payloads;
}

/** Returns payloads in a cycle and counts them. */
export class PayloadSupply {
  readonly #payloads: readonly Payload[];
  #usedCount = 0;

  constructor(seed: number, count: number) {
    this.#payloads = generatePayloads(seed, count);
  }

  /** Number of distinct payloads that were used. */
  get distinctCount(): number {
    return Math.min(this.#usedCount, this.#payloads.length);
  }

  get isExhausted(): boolean {
    return this.#usedCount >= this.#payloads.length;
  }

  /** Number of payloads that were used, repetitions included. */
  get totalCount(): number {
    return this.#usedCount;
  }

  next(): string {
    const payload = this.#payloads[this.#usedCount % this.#payloads.length];
    this.#usedCount += 1;
    if (payload === undefined) throw new Error("There are no payloads.");
    return payload.text;
  }
}
