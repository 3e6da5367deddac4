// Remote procedure calls between page and host, the same on both sides: every call is answered with a result
// or an error.

export type RpcMessage =
  | { readonly kind: "call"; readonly id: number; readonly method: string; readonly params: unknown }
  | { readonly kind: "answer"; readonly id: number; readonly result: unknown }
  | { readonly kind: "error"; readonly id: number; readonly text: string };

/** Methods of one side; they may return promises. */
export type RpcMethods<M> = { readonly [K in keyof M]: (params: never) => unknown };

/** Method types from parameters and results; methods without result return nothing. */
export type TypedRpcMethods<Methods, Results> = {
  readonly [Name in keyof Methods]: (
    params: Methods[Name],
  ) => Name extends keyof Results ? Results[Name] | Promise<Results[Name]> : void | Promise<void>;
};

type Params<M extends RpcMethods<M>, K extends keyof M> = Parameters<M[K]>[0];
type Result<M extends RpcMethods<M>, K extends keyof M> = Awaited<ReturnType<M[K]>>;

/** The other side failed; the message is localized for users. */
export class RpcError extends Error {
  readonly kind = "callFailed";
}

interface RpcOptions<Local> {
  readonly post: (message: RpcMessage) => void;
  readonly methods: Local;
  /** Converts an error to text for the other side. */
  readonly formatError: (thrown: unknown) => string;
}

export interface Rpc<Remote extends RpcMethods<Remote>> {
  call<K extends keyof Remote & string>(method: K, params: Params<Remote, K>): Promise<Result<Remote, K>>;
  /** Handles a message from the other side. */
  receive(message: RpcMessage): Promise<void>;
  /** Rejects pending calls because the other side is gone. */
  cancelPendingCalls(): void;
}

export function createRpc<Local extends RpcMethods<Local>, Remote extends RpcMethods<Remote>>({
  post,
  methods,
  formatError,
}: RpcOptions<Local>): Rpc<Remote> {
  const pending = new Map<
    number,
    { readonly resolve: (result: unknown) => void; readonly reject: (error: RpcError) => void }
  >();
  // A random start keeps a new page from receiving answers to calls of the previous one.
  let lastId = Math.floor(Math.random() * 2 ** 40);

  async function answer({ id, method, params }: Extract<RpcMessage, { kind: "call" }>): Promise<void> {
    try {
      if (!Object.hasOwn(methods, method)) throw new RpcError(`Unknown: ${method}`);
      const handle: (params: never) => unknown = methods[method as keyof Local];
      post({ kind: "answer", id, result: await handle(params as never) });
    } catch (thrown) {
      post({ kind: "error", id, text: formatError(thrown) });
    }
  }

  return {
    call: (method, params) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        pending.set(lastId, { resolve: (result) => resolve(result as never), reject });
        post({ kind: "call", id: lastId, method, params });
      }),
    receive: async (message) => {
      if (message.kind === "call") return answer(message);
      const caller = pending.get(message.id);
      pending.delete(message.id);
      if (message.kind === "answer") caller?.resolve(message.result);
      else caller?.reject(new RpcError(message.text));
    },
    cancelPendingCalls: () => {
      for (const { resolve } of pending.values()) resolve(undefined);
      pending.clear();
    },
  };
}
