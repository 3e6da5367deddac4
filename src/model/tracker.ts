/** What a list of trackers tells about one of them; its fields are read when a form needs them. */
export interface TrackerSummary {
  readonly kind: "tracker";
  readonly id: number;
  readonly uri: string;
  readonly label: string;
  /** The server's name of a colour, such as "fiesta-red". */
  readonly color: string | undefined;
  readonly artifactsUri: string;
}
