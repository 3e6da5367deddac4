import { createGetReproduction } from "../reproduction.ts";
import type { Reproduction } from "../reproduction.ts";

export const userRows: readonly Reproduction[] = [
  createGetReproduction("305-ugroups", "admin", "/projects/101/user_groups"),
  createGetReproduction("306-project-users-search", "admin", "/users?query=lind&limit=5"),
];
