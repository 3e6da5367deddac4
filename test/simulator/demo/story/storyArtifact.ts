import type { User } from "../../state/user.ts";
import type { StoryFile } from "./storyFiles.ts";
import type { StoryName } from "./storyIds.ts";
import type { Moment } from "./storyTime.ts";

/** A value as the story writes it; what it means depends on the type of its field. */
type StoryValue =
  | string
  /** Days from today, if the field is a date. */
  | number
  | User
  | readonly User[]
  | { readonly files: readonly StoryFile[] }
  | { readonly links: readonly StoryName[]; readonly type: string };

/** Values by the names of their fields. */
export type StoryValues = Readonly<Record<string, StoryValue>>;

export interface StoryChange {
  readonly by: User;
  readonly at: Moment;
  readonly values?: StoryValues;
  /** In Markdown. */
  readonly comment?: string;
}

export interface StoryArtifact {
  readonly name: StoryName;
  readonly trackerId: number;
  readonly by: User;
  readonly at: Moment;
  readonly values: StoryValues;
  readonly changes?: readonly StoryChange[];
}
