/** The part of VS Code's Memento that is needed here. */
export interface Memory {
  keys(): readonly string[];
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}
