import type { User } from "../state/user.ts";

function createUser(id: number, username: string, realName: string, status: User["status"] = "active"): User {
  return { id, username, realName, status };
}

export const mara = createUser(102, "mlindqvist", "Mara Lindqvist");
export const tom = createUser(103, "tokafor", "Tom Okafor");
export const ines = createUser(104, "ifarias", "Inês Farias");
export const yusuf = createUser(105, "yaydin", "Yusuf Aydın");
export const chloe = createUser(106, "cperrault", "Chloé Perrault");
export const wei = createUser(107, "wzhang", "张伟");
export const dana = createUser(108, "dcohen", "Dana Cohen");
export const piotr = createUser(109, "pnowak", "Piotr Nowak");
export const asha = createUser(110, "araman", "Asha Raman");
export const lars = createUser(111, "lvisser", "Lars Visser");
const rosa = createUser(112, "rbianchi", "Rosa Bianchi");
const gil = createUser(113, "gmercer", "Gil Mercer", "suspended");

export const users: readonly User[] = [
  mara,
  tom,
  ines,
  yusuf,
  chloe,
  wei,
  dana,
  piotr,
  asha,
  lars,
  rosa,
  gil,
];

/** The users of the four accounts that tests sign in with. */
export const roles = { admin: mara, member: tom, outsider: rosa, suspended: gil };

export function toUserIds(...group: readonly User[]): ReadonlySet<number> {
  return new Set(group.map((each) => each.id));
}
