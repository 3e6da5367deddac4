/** What assistants may call, once the person lets them. A test holds these names equal to package.json. */
export const tools = {
  search: "tuleap_search",
  explain: "tuleap_tracker",
  read: "tuleap_read",
  create: "tuleap_create",
  update: "tuleap_update",
  comment: "tuleap_comment",
} as const;

export type ToolName = (typeof tools)[keyof typeof tools];
