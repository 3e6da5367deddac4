// Why something can't be done, for an assistant that may ask again. What servers call things stands apart, as data.
import { factLines } from "../model/assist/factLines.ts";
import type { Answer } from "../model/assist/frame.ts";
import type { Objection } from "../model/assist/objection.ts";
import type { Problem } from "../model/form/problems.ts";
import type { Refusal } from "../model/triage/wish.ts";

function problemText(problem: Problem): string {
  switch (problem.kind) {
    case "required":
      return "The field needs a value.";
    case "tooLong":
      return `The value is too long: ${problem.maximum} ${problem.unit} are the most.`;
    case "severalLines":
      return "The field takes a single line.";
    case "notANumber":
      return "The value is not a number.";
    case "notWhole":
      return "The field takes whole numbers only.";
    case "tooLarge":
      return "The number is too large.";
    case "notADate":
      return "The value is not a date of the form YYYY-MM-DD, with HH:MM where the field has a time.";
    case "noSuchDay":
      return "There is no such day.";
    case "dateRule":
      return "The tracker has a rule about this date and another one, which this would break.";
    case "notReachable":
      return "The workflow does not lead there from the present state: ask for the tracker to see its transitions.";
    case "notWith":
      return "The value does not go with what another list holds.";
    case "gone":
      return "The list does not have that value any more.";
    case "fieldGone":
    case "notAllowed":
      return "The person may not change this field.";
    case "comma":
      return "A new value of this list can't contain a comma: the server would keep only what comes before it.";
    case "notAName":
    case "notificationIncomplete":
    case "pathRepeated":
      return "The field does not take this value.";
  }
}

function refusalText(why: Refusal): string {
  switch (why.code) {
    case "noField":
      return "There is no such field.";
    case "readOnly":
      return "The person may not change this field.";
    case "wrongKind":
      return "The field takes something else: ask for the tracker to see what.";
    case "takesOne":
      return "The field takes one value only.";
    case "notOffered":
      return "The list does not offer this value.";
    case "notAssignable":
      return "The field does not take this person.";
    case "noComments":
      return "The site takes no comments.";
    case "noSuchLinkType":
    case "linkedOtherwise":
      return "There is no link of this type to be made.";
    case "problem":
      return problemText(why.problem);
  }
}

function ownWords(objection: Objection): string {
  switch (objection.code) {
    case "noField":
      return "There is no such field. The fields are listed below.";
    case "severalFields":
      return "Several fields have this label: use one of the names below.";
    case "repeatedField":
      return "A field is given twice: give it once, with all of its values.";
    case "notHere":
      return "This field can't be used by this tool: the person can do it in the form.";
    case "onlySet":
      return 'This field has no parts that could be added or removed: leave "how" out.';
    case "oneValue":
      return "The field takes one value only.";
    case "noValue":
      return "The list has no such value. What it offers is listed below.";
    case "severalValues":
      return "Several values of the list have this label: the person has to choose in the form.";
    case "nobody":
      return "Nobody of this name was found. Use a user name or a whole real name.";
    case "severalPeople":
      return "Several people have this name: use one of the user names below.";
    case "notSearched":
      return "The site can't search for people by this name: give three letters at least, or let the person choose in the form.";
    case "notAnArtifact":
      return "A link needs the number of an artifact, such as 12.";
    case "noLinkType":
      return "There is no such type of links. Those that there are are listed below.";
    case "refused":
      return refusalText(objection.why);
    case "problem":
      return problemText(objection.problem);
    case "noComments":
      return "The site takes no comments.";
    case "alreadySo":
      return "All of it is so already.";
  }
}

export function objectionAnswer(objection: Objection): Answer {
  const { code, ...about } = objection;
  const isBare = code === "noComments" || code === "alreadySo";
  const own = ownWords(objection);
  return isBare ? { own } : { own, data: factLines(about) };
}
