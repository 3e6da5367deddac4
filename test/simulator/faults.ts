/** What goes wrong instead of, before or after the real response. */
export type Fault =
  /** A status, for example with a `Retry-After` header. */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly body?: string;
      readonly contentType?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** An HTML page with status 200 instead of data, as from a login page, a proxy or a captive portal. */
  | { readonly kind: "html" }
  /** 502 with an HTML page of the reverse proxy, as if the server behind it were down. */
  | { readonly kind: "badGateway" }
  | { readonly kind: "brokenJson" }
  /** Never responds; the connection stays open. */
  | { readonly kind: "hang" }
  /**
   * Closes the connection. `before` (the default): the request isn't processed; `during`: it is, and half of the
   * response arrives; `after`: it is, and nothing of the response arrives.
   */
  | { readonly kind: "drop"; readonly when?: "before" | "during" | "after" }
  /** Only this many bytes of the request body are processed; then the connection is closed without a response. */
  | { readonly kind: "truncatedRequest"; readonly bytes: number }
  /** Sends the correct Content-Length, then half of the body, then closes the connection. */
  | { readonly kind: "truncatedResponse" }
  /** Sends the whole body with a Content-Length that is off by this many bytes, then closes the connection. */
  | { readonly kind: "wrongLength"; readonly by: number }
  /** Delays the real response. */
  | { readonly kind: "delay"; readonly ms: number }
  /** Sends the real response this many bytes at a time, with a pause after each chunk. */
  | { readonly kind: "trickle"; readonly bytes: number; readonly ms: number }
  /** A file chunk with a character that isn't valid base64. */
  | { readonly kind: "corruptBase64" }
  /** A file chunk that is longer or shorter by this many bytes. */
  | { readonly kind: "chunkLength"; readonly by: number }
  /** Repeats the last response of the same path, whatever the query: the same page twice. */
  | { readonly kind: "staleResponse" }
  /** Runs a change of another user first, then processes the request as usual. */
  | { readonly kind: "concurrentChange"; readonly act: () => void };

export interface FaultRule {
  readonly method?: string;
  /**
   * A string is a path below the API root, with any API version or query; a regular expression is tested against path
   * and query as sent.
   */
  readonly path: RegExp | string;
  /** Number of matching requests to skip first. */
  readonly skip?: number;
  /** Number of requests to fail; unlimited by default. */
  readonly times?: number;
  readonly fault: Fault;
}

interface ActiveFault {
  readonly rule: FaultRule;
  remainingSkips: number;
  remainingUses: number;
}

/** Faults that tests inject. The rule added last is tried first. */
export class Faults {
  #entries: ActiveFault[] = [];

  /** Returns a function that removes the rule. */
  add(rule: FaultRule): () => void {
    const entry: ActiveFault = {
      rule,
      remainingSkips: rule.skip ?? 0,
      remainingUses: rule.times ?? Number.POSITIVE_INFINITY,
    };
    this.#entries.unshift(entry);
    return () => {
      this.#entries = this.#entries.filter((each) => each !== entry);
    };
  }

  clear(): void {
    this.#entries = [];
  }

  /** Returns the fault for this request and counts it as used. */
  takeMatching(method: string, url: string): Fault | undefined {
    for (const entry of this.#entries) {
      if (entry.remainingUses <= 0 || !matchesRule(entry.rule, method, url)) continue;
      if (entry.remainingSkips > 0) {
        entry.remainingSkips -= 1;
      } else {
        entry.remainingUses -= 1;
        return entry.rule.fault;
      }
    }
    return undefined;
  }
}

function matchesRule(rule: FaultRule, method: string, url: string): boolean {
  if (rule.method !== undefined && rule.method !== method) return false;
  // Copied without `g`: a regular expression with that flag keeps its position between tests.
  if (rule.path instanceof RegExp) {
    return new RegExp(rule.path.source, rule.path.flags.replace("g", "")).test(url);
  }
  const [pathname = ""] = url.split("?", 1);
  return pathname.replace(/^\/api(\/v1)?(?=\/|$)/, "") === rule.path || pathname === rule.path;
}
