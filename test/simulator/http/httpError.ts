import { STATUS_CODES } from "node:http";
import type { JsonObject } from "./json.ts";
import type { RouteResponse, Header } from "./messages.ts";

interface HttpErrorOptions {
  readonly headers?: readonly Header[];
  /** A localized message, which some errors have in addition to the technical one. */
  readonly localizedMessage?: string;
  /** Where a query has a syntax error; such errors have the localized message twice. */
  readonly position?: TextPosition;
}

/** Both from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Thrown while a request is processed; becomes an error response. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly localizedMessage: string | undefined;
  readonly position: TextPosition | undefined;
  readonly #detail: string | undefined;

  constructor(status: number, detail?: string, options: HttpErrorOptions = {}) {
    const reason = STATUS_CODES[status] ?? "Error";
    super(detail === undefined ? reason : `${reason}: ${detail}`);
    this.status = status;
    this.headers = options.headers ?? [];
    this.localizedMessage = options.localizedMessage;
    this.position = options.position;
    this.#detail = detail;
  }

  /** The same error as another status, without localized message and position. */
  withStatus(status: number): HttpError {
    return new HttpError(status, this.#detail, { headers: this.headers });
  }

  withHeaders(headers: readonly Header[]): HttpError {
    const { localizedMessage, position } = this;
    return new HttpError(this.status, this.#detail, {
      headers: [...this.headers, ...headers],
      ...(localizedMessage !== undefined && { localizedMessage }),
      ...(position !== undefined && { position }),
    });
  }
}

/** Adds headers to any HttpError that the work throws. */
export function withErrorHeaders<T>(headers: readonly Header[], work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof HttpError) throw error.withHeaders(headers);
    throw error;
  }
}

export function toErrorResponse(error: HttpError): RouteResponse {
  const { status, headers, message, localizedMessage, position } = error;
  const data: JsonObject = {
    code: status,
    message,
    ...(position !== undefined && { error_message: localizedMessage ?? "" }),
    ...(localizedMessage !== undefined && { i18n_error_message: localizedMessage }),
    ...(position !== undefined && { details: { line: position.line, column: position.column } }),
  };
  return { status, headers, body: { kind: "data", data: { error: data } } };
}
