// Why what an assistant asks for can't be done, as codes: the host puts them into words that it can act on.
import type { Problem } from "../form/problems.ts";
import type { Refusal } from "../triage/wish.ts";

export type Objection =
  /** With the fields that there are. */
  | { readonly code: "noField"; readonly field: string; readonly known: readonly string[] }
  /** Several are called so: their names tell them apart. */
  | { readonly code: "severalFields"; readonly field: string; readonly known: readonly string[] }
  | { readonly code: "repeatedField"; readonly field: string }
  /** Attachments, permissions and the like are left to the form. */
  | { readonly code: "notHere"; readonly field: string }
  /** What is typed is set; only lists have parts. */
  | { readonly code: "onlySet"; readonly field: string }
  | { readonly code: "oneValue"; readonly field: string }
  /** With what the list offers. */
  | {
      readonly code: "noValue" | "severalValues";
      readonly field: string;
      readonly value: string;
      readonly known: readonly string[];
    }
  /** With those who were found. */
  | {
      readonly code: "nobody" | "severalPeople";
      readonly field: string;
      readonly value: string;
      readonly known: readonly string[];
    }
  /** Servers search for people by three letters at least, and some don't. */
  | { readonly code: "notSearched"; readonly field: string; readonly value: string }
  | { readonly code: "notAnArtifact"; readonly field: string; readonly value: string }
  | {
      readonly code: "noLinkType";
      readonly field: string;
      readonly value: string;
      readonly known: readonly string[];
    }
  | { readonly code: "refused"; readonly field: string; readonly why: Refusal }
  | { readonly code: "problem"; readonly field: string; readonly problem: Problem }
  | { readonly code: "noComments" }
  /** All of it is so already. */
  | { readonly code: "alreadySo" };
