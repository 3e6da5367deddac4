/** What goes wrong instead of, before or after the real answer. */
export type Fault =
  /** With `Retry-After` among the headers, say. */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly body?: string;
      readonly contentType?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** A web page with status 200 where data was due: a login page, a proxy, a captive portal. */
  | { readonly kind: "html" }
  /** 502 with a page of the web server in front: the platform behind it is down. */
  | { readonly kind: "badGateway" }
  | { readonly kind: "brokenJson" }
  /** Never answers; the connection stays open. */
  | { readonly kind: "hang" }
  /**
   * Closes the connection: `before`, the default, nothing was carried out; `during` it was, and half of the answer arrives;
   * `after` it was, and nothing of the answer arrives.
   */
  | { readonly kind: "drop"; readonly when?: "before" | "during" | "after" }
  /** Of the bytes that a request brings so many arrive and are dealt with; then the connection ends, without an answer. */
  | { readonly kind: "cutBody"; readonly bytes: number }
  /** The right length is announced, half of the body arrives, and the connection ends. */
  | { readonly kind: "truncated" }
  /** The body is whole, but announced as so many bytes longer or shorter; then the connection ends. */
  | { readonly kind: "wrongLength"; readonly by: number }
  /** The real answer, later. */
  | { readonly kind: "delay"; readonly ms: number }
  /** The real answer, so many bytes at a time with a pause after each. */
  | { readonly kind: "trickle"; readonly bytes: number; readonly ms: number }
  /** A chunk of a file with a letter in it that base64 does not have. */
  | { readonly kind: "corruptBase64" }
  /** A chunk of a file that is so many bytes longer or shorter than it should be. */
  | { readonly kind: "chunkLength"; readonly by: number }
  /** The last answer of the same path once more, whatever this request asks for: the same page twice. */
  | { readonly kind: "stale" }
  /** Somebody else gets in first; then the request is carried out as usual. */
  | { readonly kind: "meanwhile"; readonly act: () => void };

export interface FaultRule {
  readonly method?: string;
  /** A text is a path below the API root, whatever its version or query; a pattern is tried on path and query as sent. */
  readonly path: RegExp | string;
  /** How many requests it lets pass first. */
  readonly skip?: number;
  /** How many requests it spoils; without it, all of them. */
  readonly times?: number;
  readonly fault: Fault;
}

interface Entry {
  readonly rule: FaultRule;
  toSkip: number;
  left: number;
}

/** Faults on demand. The rule added last is tried first. */
export class Faults {
  #entries: Entry[] = [];

  /** Returns what takes the rule away again. */
  add(rule: FaultRule): () => void {
    const entry: Entry = { rule, toSkip: rule.skip ?? 0, left: rule.times ?? Number.POSITIVE_INFINITY };
    this.#entries.unshift(entry);
    return () => {
      this.#entries = this.#entries.filter((each) => each !== entry);
    };
  }

  clear(): void {
    this.#entries = [];
  }

  /** The fault that this request meets; it counts as used. */
  take(method: string, url: string): Fault | undefined {
    for (const entry of this.#entries) {
      if (entry.left <= 0 || !applies(entry.rule, method, url)) continue;
      if (entry.toSkip > 0) {
        entry.toSkip -= 1;
      } else {
        entry.left -= 1;
        return entry.rule.fault;
      }
    }
    return undefined;
  }
}

function applies(rule: FaultRule, method: string, url: string): boolean {
  if (rule.method !== undefined && rule.method !== method) return false;
  // A copy without `g`: a pattern with that flag would remember where it stopped last time.
  if (rule.path instanceof RegExp) {
    return new RegExp(rule.path.source, rule.path.flags.replace("g", "")).test(url);
  }
  const [pathname = ""] = url.split("?", 1);
  return pathname.replace(/^\/api(\/v1)?(?=\/|$)/, "") === rule.path || pathname === rule.path;
}
