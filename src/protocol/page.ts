// What host and page say to each other.

/** A line of an artifact as the page draws it; the host has put dates and names into the person's words. */
export interface ShownField {
  readonly label: string;
  readonly text: string;
}

export type PageContent =
  | { readonly kind: "loading"; readonly text: string }
  | { readonly kind: "problem"; readonly text: string; readonly retry: string }
  | {
      readonly kind: "artifact";
      readonly heading: string;
      readonly origin: string;
      readonly status: string | undefined;
      readonly isOpen: boolean | undefined;
      readonly fields: readonly ShownField[];
    };

export interface ToPage {
  readonly kind: "show";
  readonly content: PageContent;
}

/** The page asks for its content when it is ready to draw, and again when the person wants another try. */
export interface FromPage {
  readonly kind: "wantContent";
}
