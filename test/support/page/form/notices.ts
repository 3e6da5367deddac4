/** What a form says above its fields when somebody else was at work. */
export const notices = [
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
