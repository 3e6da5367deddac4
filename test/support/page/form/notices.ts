/** A notice about a remote change. */
export const sampleNotices = [
  {
    id: "theirs",
    severity: "warning",
    text: "Ana Lopes changed Severity and Assigned to a minute ago. Your 3 changes are untouched.",
    details: [],
    actions: [
      { id: "show", label: "Show" },
      { id: "dismiss", label: "Dismiss" },
    ],
  },
] as const;
