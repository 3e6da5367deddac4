/** What goes wrong instead of, or before, the real answer. */
export type Fault =
  | {
      readonly kind: "status";
      readonly status: number;
      readonly body?: string;
      readonly contentType?: string;
    }
  /** A web page with status 200 where data was due: a login page, a proxy, a captive portal. */
  | { readonly kind: "html" }
  | { readonly kind: "brokenJson" }
  /** Never answers; the connection stays open. */
  | { readonly kind: "hang" }
  /** Closes the connection without an answer. */
  | { readonly kind: "drop" }
  /** The real answer, later. */
  | { readonly kind: "delay"; readonly ms: number };

export interface FaultRule {
  readonly method?: string;
  /** A text is a path below the API root, whatever its version or query; a pattern is tried on path and query as sent. */
  readonly path: RegExp | string;
  /** How many requests it spoils; without it, all of them. */
  readonly times?: number;
  readonly fault: Fault;
}

/** Faults on demand. The rule added last is tried first. */
export class Faults {
  #rules: { readonly rule: FaultRule; left: number }[] = [];

  /** Returns what takes the rule away again. */
  add(rule: FaultRule): () => void {
    const entry = { rule, left: rule.times ?? Number.POSITIVE_INFINITY };
    this.#rules.unshift(entry);
    return () => {
      this.#rules = this.#rules.filter((each) => each !== entry);
    };
  }

  clear(): void {
    this.#rules = [];
  }

  /** The fault that this request meets; it counts as used. */
  take(method: string, url: string): Fault | undefined {
    const entry = this.#rules.find(({ rule, left }) => left > 0 && applies(rule, method, url));
    if (entry === undefined) return undefined;
    entry.left -= 1;
    return entry.rule.fault;
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
