import type { JsonObject } from "../../http/json.ts";
import type { User, Viewer } from "../../state/user.ts";

/** The configured host name, which the server uses in URLs whatever the host of the request. */
export const configuredHost = "https://tuleap.example";

const anonymousUser = {
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

export function representMinimalUser(user: Viewer): JsonObject {
  if (user === undefined) return anonymousUser;
  const { id, username, realName } = user;
  return {
    id,
    uri: `users/${id}`,
    user_url: `/users/${username}`,
    real_name: realName,
    display_name: getDisplayName(user),
    username,
    ldap_id: "",
    avatar_url: getAvatarUrl(user),
    is_anonymous: false,
    has_avatar: true,
  };
}

export function representUser(user: Viewer): JsonObject {
  if (user === undefined) return { ...anonymousUser, email: null, status: null };
  return {
    ...representMinimalUser(user),
    email: getEmail(user),
    status: user.status === "active" ? "A" : "S",
  };
}

export function getEmail({ username }: User): string {
  return `${username}@tuleap.example`;
}

export function getDisplayName({ realName, username }: User): string {
  return `${realName} (${username})`;
}

export function getAvatarUrl({ username }: User): string {
  return `${configuredHost}/users/${username}/avatar.png`;
}
