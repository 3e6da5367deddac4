// What can happen while people work on the same artifact, as plain data: it is made by chance, played, and left out
// bit by bit to find the shortest list that still goes wrong.
import type { SaveWay } from "../../../src/store/submission.ts";
import type { Fault } from "../../simulator/faults.ts";
import type { FieldName, Place } from "./fields.ts";

/** One of the two. */
export type Who = 0 | 1;

/** How many steps it takes at first: to the next request, or to its answer. The rest comes later. */
export type Steps = number;

export const throughout: Steps = Number.POSITIVE_INFINITY;

export type Action =
  | {
      readonly do: "type";
      readonly who: Who;
      readonly place: Place;
      readonly element: string;
      readonly token: string;
    }
  | { readonly do: "putBack"; readonly who: Who; readonly place: Place }
  | { readonly do: "step"; readonly who: Who; readonly direction: "undo" | "redo" }
  | { readonly do: "choose"; readonly who: Who; readonly which: number; readonly answer: number }
  | { readonly do: "resolve"; readonly who: Who; readonly isResolving: boolean }
  | { readonly do: "discard"; readonly who: Who }
  | { readonly do: "save"; readonly who: Who; readonly way: SaveWay; readonly steps: Steps }
  | { readonly do: "look" | "refresh" | "open"; readonly who: Who; readonly steps: Steps }
  | { readonly do: "crash"; readonly who: Who }
  /** What is under way goes on. */
  | { readonly do: "proceed"; readonly which: number; readonly steps: Steps }
  /** Somebody else writes with some other program. */
  | { readonly do: "write"; readonly place: FieldName; readonly element: string; readonly token: string }
  | { readonly do: "advance"; readonly milliseconds: number }
  | {
      readonly do: "fault";
      readonly method: "GET" | "PUT";
      readonly fault: Fault;
      readonly skip: number;
      readonly times: number;
    };
