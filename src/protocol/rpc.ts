// Calls between page and host, the same at both ends: every call is answered, with a result or with an error.

export type Message =
  | { readonly kind: "call"; readonly id: number; readonly method: string; readonly params: unknown }
  | { readonly kind: "answer"; readonly id: number; readonly result: unknown }
  | { readonly kind: "error"; readonly id: number; readonly text: string };

/** What one end offers: functions from one value to another, or to the promise of one. */
export type Methods<M> = { readonly [K in keyof M]: (params: never) => unknown };

/** One that can be called for each of what methods take; those without an answer only confirm. */
export type MethodsOf<Taken, Answers> = {
  readonly [Name in keyof Taken]: (
    params: Taken[Name],
  ) => Name extends keyof Answers ? Answers[Name] | Promise<Answers[Name]> : void | Promise<void>;
};

type Params<M extends Methods<M>, K extends keyof M> = Parameters<M[K]>[0];
type Result<M extends Methods<M>, K extends keyof M> = Awaited<ReturnType<M[K]>>;

/** The other end could not do what it was asked for; its text is for people. */
export class CallFailed extends Error {
  readonly kind = "callFailed";
}

interface RpcOptions<Ours> {
  readonly post: (message: Message) => void;
  readonly ours: Ours;
  /** Makes of what went wrong a text for the other end. */
  readonly explain: (thrown: unknown) => string;
}

export interface Rpc<Theirs extends Methods<Theirs>> {
  call<K extends keyof Theirs & string>(method: K, params: Params<Theirs, K>): Promise<Result<Theirs, K>>;
  /** Takes what the other end posted. */
  receive(message: Message): Promise<void>;
  /** The other end is gone: nobody waits for its answers any more. */
  abandon(): void;
}

export function createRpc<Ours extends Methods<Ours>, Theirs extends Methods<Theirs>>({
  post,
  ours,
  explain,
}: RpcOptions<Ours>): Rpc<Theirs> {
  const waiting = new Map<
    number,
    { readonly resolve: (result: unknown) => void; readonly reject: (error: CallFailed) => void }
  >();
  // A page that comes after another must not take late answers to that one for its own.
  let last = Math.floor(Math.random() * 2 ** 40);

  async function answer({ id, method, params }: Extract<Message, { kind: "call" }>): Promise<void> {
    try {
      if (!Object.hasOwn(ours, method)) throw new CallFailed(`Unknown: ${method}`);
      const handle: (params: never) => unknown = ours[method as keyof Ours];
      post({ kind: "answer", id, result: await handle(params as never) });
    } catch (thrown) {
      post({ kind: "error", id, text: explain(thrown) });
    }
  }

  return {
    call: (method, params) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve: (result) => resolve(result as never), reject });
        post({ kind: "call", id: last, method, params });
      }),
    receive: async (message) => {
      if (message.kind === "call") return answer(message);
      const caller = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.kind === "answer") caller?.resolve(message.result);
      else caller?.reject(new CallFailed(message.text));
    },
    abandon: () => {
      for (const { resolve } of waiting.values()) resolve(undefined);
      waiting.clear();
    },
  };
}
