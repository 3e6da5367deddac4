import { get, queried } from "../row.ts";
import type { Row } from "../row.ts";

export const peopleRows: readonly Row[] = [
  get("304-user-artifacts", "outsider", queried("/users/self/artifacts", { submitted_by: true })),
  get("305-ugroups", "admin", "/projects/101/user_groups"),
  get("306-project-users-search", "admin", "/users?query=lind&limit=5"),
];
