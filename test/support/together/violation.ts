/** What must never happen, whatever people and networks do. */
const rules = {
  saved: "what was told to be saved is in the history",
  asked: "nobody sends over something that they were not asked about",
  seen: "what was saved is replaced by someone who had seen it, or who is told",
  made: "nothing is there that nobody made",
  lost: "nothing that was typed is lost",
  current: "a form that was read again shows what the server holds",
  sound: "nothing is thrown that nobody expects",
  peace: "at peace, what was typed can be saved",
} as const;

export type Rule = keyof typeof rules;

export class Violation extends Error {
  readonly rule: Rule;

  constructor(rule: Rule, details: string) {
    super(`${rules[rule]}: ${details}`);
    this.rule = rule;
  }
}
