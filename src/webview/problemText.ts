// What is wrong with an input, in words.
import type { FormField } from "../model/form/form.ts";
import type { Problem } from "../model/form/problems.ts";
import type { ProblemTexts } from "../protocol/pageTexts.ts";
import { filled } from "./filled.ts";

function dateRuleText(comparator: string, texts: ProblemTexts): string {
  switch (comparator) {
    case "<":
      return texts.before;
    case "<=":
    case "≤":
      return texts.notAfter;
    case ">":
      return texts.after;
    case ">=":
    case "≥":
      return texts.notBefore;
    case "=":
      return texts.sameAs;
    default:
      return texts.notSameAs;
  }
}

function dateText(field: FormField | undefined, texts: ProblemTexts): string {
  const withTime = field?.control.kind === "date" && field.control.withTime;
  return withTime ? texts.notATime : texts.notADay;
}

export function problemText(problem: Problem, field: FormField | undefined, texts: ProblemTexts): string {
  switch (problem.kind) {
    case "tooLong":
      return filled(
        problem.unit === "bytes" ? texts.tooManyBytes : texts.tooManyCharacters,
        problem.maximum.toLocaleString(document.documentElement.lang),
      );
    case "notADate":
      return dateText(field, texts);
    case "dateRule":
      return filled(dateRuleText(problem.comparator, texts), problem.other);
    case "notReachable":
      return filled(texts.notReachable, problem.value);
    case "notWith":
      return filled(texts.notWith, problem.value, problem.other);
    case "gone":
    case "comma":
    case "pathRepeated":
      return filled(texts[problem.kind], problem.value);
    case "required":
    case "severalLines":
    case "notAName":
    case "notificationIncomplete":
    case "notANumber":
    case "notWhole":
    case "tooLarge":
    case "noSuchDay":
    case "fieldGone":
    case "notAllowed":
      return texts[problem.kind];
  }
}
