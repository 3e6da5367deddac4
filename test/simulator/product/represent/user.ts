import type { JsonObject } from "../../http/json.ts";
import type { Person, Viewer } from "../../state/people.ts";

/** The name the server is configured with, which it puts into addresses whatever name it was called by. */
export const configuredHost = "https://tuleap.example";

const anonymous = {
  id: null,
  uri: null,
  user_url: null,
  real_name: null,
  display_name: "Anonymous user",
  username: null,
  ldap_id: null,
  avatar_url: `${configuredHost}/themes/common/images/avatar_default.png`,
  is_anonymous: true,
  has_avatar: true,
};

export function minimalUser(person: Viewer): JsonObject {
  if (person === undefined) return anonymous;
  const { id, username, realName } = person;
  return {
    id,
    uri: `users/${id}`,
    user_url: `/users/${username}`,
    real_name: realName,
    display_name: displayName(person),
    username,
    ldap_id: "",
    avatar_url: avatarUrl(person),
    is_anonymous: false,
    has_avatar: true,
  };
}

export function user(person: Viewer): JsonObject {
  if (person === undefined) return { ...anonymous, email: null, status: null };
  return {
    ...minimalUser(person),
    email: emailOf(person),
    status: person.status === "active" ? "A" : "S",
  };
}

export function emailOf({ username }: Person): string {
  return `${username}@tuleap.example`;
}

export function displayName({ realName, username }: Person): string {
  return `${realName} (${username})`;
}

export function avatarUrl({ username }: Person): string {
  return `${configuredHost}/users/${username}/avatar.png`;
}
