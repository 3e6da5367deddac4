// What a server said, for when it can't be asked.
import { type Failure, isFailure, isOutOfReach, mayBeOutOfReach } from "../../model/failure.ts";
import type { Answer, Http, HttpRequest } from "./http.ts";

/** As much of an answer as whoever reads it looks at. */
export interface KeptAnswer {
  /** When it was given, in milliseconds. */
  readonly at: number;
  readonly parameters: HttpRequest["parameters"];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface AnswerMemory {
  /** Nobody waits for it: what can't be kept is read again the next time. */
  keep(question: string, answer: KeptAnswer): void;
  recall(question: string): Promise<KeptAnswer | undefined>;
  forget(question: string): void;
  /** Nothing is kept from now on; resolves when what is under way is. */
  close(): Promise<void>;
}

const keptHeaders = [
  "etag",
  "last-modified",
  "x-pagination-limit",
  "x-pagination-offset",
  "x-pagination-size",
];

function questionOf({ uri, parameters, body, format, question }: HttpRequest): string {
  return question ?? JSON.stringify([uri, parameters, body, format]);
}

function kept({ header, parameters, body }: Answer): KeptAnswer {
  const headers = keptHeaders.flatMap((name) => {
    const value = header(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { at: Date.now(), parameters, headers: Object.fromEntries(headers), body };
}

function recalled({ at, parameters, headers, body }: KeptAnswer, { uri }: HttpRequest): Answer {
  const header = (name: string): string | undefined => headers[name];
  return { request: { method: "GET", url: uri }, parameters, header, body, asOf: at };
}

/** Hidden now, or gone: it shall not be seen any more, out of reach or not. */
function isTakenBack({ kind }: Failure): boolean {
  return kind === "notFound" || kind === "forbidden";
}

/** What is known of whether the server can be reached. */
export interface ReachKnowledge {
  readonly isKnownOut: () => boolean;
  /** After a failure that leaves it open. */
  readonly isOutNow: () => Promise<boolean>;
}

/** Asks, and remembers what is answered; where there is no answer to be had, the last one serves. */
export function fromMemory(http: Http, memory: AnswerMemory, reach: ReachKnowledge): Http {
  async function recall(request: HttpRequest): Promise<Answer | undefined> {
    const last = await memory.recall(questionOf(request));
    return last && recalled(last, request);
  }

  return {
    async send(request) {
      const { method = "GET" } = request;
      if (method !== "GET") return http.send(request);
      // Whoever is known to be out of reach would only be waited for.
      const known = reach.isKnownOut() ? await recall(request) : undefined;
      if (known !== undefined) return known;
      try {
        const answer = await http.send(request);
        memory.keep(questionOf(request), kept(answer));
        return answer;
      } catch (failure) {
        if (!isFailure(failure)) throw failure;
        if (isTakenBack(failure)) memory.forget(questionOf(request));
        const isOut = isOutOfReach(failure) || (mayBeOutOfReach(failure) && (await reach.isOutNow()));
        const last = isOut ? await recall(request) : undefined;
        if (last === undefined) throw failure;
        return last;
      }
    },
  };
}
