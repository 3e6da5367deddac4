import { STATUS_CODES } from "node:http";
import type { JsonObject } from "./json.ts";
import type { Answer, Header } from "./message.ts";

interface RefusalOptions {
  readonly headers?: readonly Header[];
  /** The sentence in the language of the platform, as some errors carry it beside the technical one. */
  readonly localised?: string;
}

/** Thrown anywhere while a request is judged; becomes an error answer. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly localised: string | undefined;
  readonly #detail: string | undefined;

  constructor(status: number, detail?: string, options: RefusalOptions = {}) {
    const reason = STATUS_CODES[status] ?? "Error";
    super(detail === undefined ? reason : `${reason}: ${detail}`);
    this.status = status;
    this.headers = options.headers ?? [];
    this.localised = options.localised;
    this.#detail = detail;
  }

  with(headers: readonly Header[]): Refusal {
    const { localised } = this;
    return new Refusal(this.status, this.#detail, {
      headers: [...this.headers, ...headers],
      ...(localised !== undefined && { localised }),
    });
  }
}

/** What is refused while this is done carries these headers too. */
export function announcing<T>(headers: readonly Header[], work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) throw error.with(headers);
    throw error;
  }
}

export function answerOf(refusal: Refusal): Answer {
  const error: JsonObject = {
    code: refusal.status,
    message: refusal.message,
    ...(refusal.localised !== undefined && { i18n_error_message: refusal.localised }),
  };
  return { status: refusal.status, headers: refusal.headers, body: { kind: "data", data: { error } } };
}
