// One site seen as one account: addresses under its API root, credentials, JSON, failures.
import { type FailedRequest, NotUnderstood, WrongServer } from "../model/failure.ts";
import { type Credential, credentialHeaders } from "./credential.ts";
import { failureOfAnswer, failureOfThrown } from "./failureOf.ts";
import { resourceUrl } from "./resourceUrl.ts";
import type { Transport, WireAnswer } from "./transport.ts";

export interface Answer {
  readonly request: FailedRequest;
  readonly header: (name: string) => string | undefined;
  readonly body: unknown;
}

interface GetOptions {
  readonly parameters?: Readonly<Record<string, string | number>>;
  readonly signal?: AbortSignal | undefined;
}

export interface Http {
  get(uri: string, options?: GetOptions): Promise<Answer>;
}

/** Told of every request that got an answer or failed, for the log; holds no secrets. */
export type Observer = (line: { request: FailedRequest; milliseconds: number; failure?: unknown }) => void;

function readJson(answer: WireAnswer, request: FailedRequest): unknown {
  if (answer.body.length === 0) return undefined;
  const type = answer.header("content-type") ?? "";
  if (/\bhtml\b/i.test(type)) throw new WrongServer(request);
  try {
    return JSON.parse(answer.body.toString("utf8")) as unknown;
  } catch (error) {
    throw new NotUnderstood(request, "json", error);
  }
}

export function createHttp(
  api: string,
  credential: Credential | undefined,
  transport: Transport,
  observe: Observer,
): Http {
  async function exchange(uri: string, { parameters = {}, signal }: GetOptions): Promise<Answer> {
    const url = resourceUrl(api, uri);
    if (url === undefined) throw new NotUnderstood({ method: "GET", url: uri }, "foreignAddress");
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
    const asked: FailedRequest = { method: "GET", url: url.href };

    let answer: WireAnswer;
    try {
      const headers = {
        // The specification wants it on every request, GET included.
        "Content-Type": "application/json",
        Accept: "application/json",
        ...credentialHeaders(credential),
      };
      answer = await transport.send({ method: "GET", url, headers, signal });
    } catch (error) {
      throw failureOfThrown(error, asked, signal);
    }
    if (answer.status < 200 || answer.status > 299) throw failureOfAnswer(answer, asked);
    const request = { ...asked, status: answer.status };
    return { request, header: answer.header, body: readJson(answer, request) };
  }

  return {
    async get(uri, options = {}) {
      const started = performance.now();
      try {
        const answer = await exchange(uri, options);
        observe({ request: answer.request, milliseconds: performance.now() - started });
        return answer;
      } catch (failure) {
        const request = (failure as { request?: FailedRequest }).request ?? { method: "GET", url: uri };
        observe({ request, milliseconds: performance.now() - started, failure });
        throw failure;
      }
    },
  };
}
