import type { Person } from "../state/people.ts";

function person(id: number, username: string, realName: string, status: Person["status"] = "active"): Person {
  return { id, username, realName, status };
}

export const mara = person(102, "mlindqvist", "Mara Lindqvist");
export const tom = person(103, "tokafor", "Tom Okafor");
export const ines = person(104, "ifarias", "Inês Farias");
export const yusuf = person(105, "yaydin", "Yusuf Aydın");
export const chloe = person(106, "cperrault", "Chloé Perrault");
export const wei = person(107, "wzhang", "张伟");
export const dana = person(108, "dcohen", "Dana Cohen");
export const piotr = person(109, "pnowak", "Piotr Nowak");
export const asha = person(110, "araman", "Asha Raman");
export const lars = person(111, "lvisser", "Lars Visser");
const rosa = person(112, "rbianchi", "Rosa Bianchi");
const gil = person(113, "gmercer", "Gil Mercer", "suspended");

export const people: readonly Person[] = [
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

/** Who is behind the four accounts the tests sign in with. */
export const roles = { admin: mara, member: tom, outsider: rosa, suspended: gil };

export function ids(...group: readonly Person[]): ReadonlySet<number> {
  return new Set(group.map((each) => each.id));
}
