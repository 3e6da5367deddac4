/** What must never happen, whatever goes wrong on the way to a server and back. */
const rules = {
  typed: "nothing that was typed is lost",
  twice: "no change is made twice",
  saved: "what a person was told is saved is at the server",
  partial: "no partial file is under a final name",
  others: "what others have written stays",
  whole: "what is shown as whole is whole",
  unheard: "no promise is rejected without anybody who hears it",
  sound: "nothing is thrown that nobody expects",
  answered: "whoever asks is answered, also the next time",
} as const;

export type Rule = keyof typeof rules;

export class Violation extends Error {
  readonly rule: Rule;

  constructor(rule: Rule, details: string) {
    super(`${rules[rule]}: ${details}`);
    this.rule = rule;
  }
}

export function ensure(isSo: boolean, rule: Rule, details: string): asserts isSo {
  if (!isSo) throw new Violation(rule, details);
}
