// The server's colours are named like paints ("fiesta-red", "plum-crazy"): the last word tells the hue. Themes
// have six that suit every background; greys stay uncoloured.
const hues: Readonly<Record<string, string>> = {
  red: "red",
  wine: "red",
  pink: "red",
  orange: "orange",
  brown: "orange",
  yellow: "yellow",
  green: "green",
  turquoise: "green",
  blue: "blue",
  purple: "purple",
  violet: "purple",
  crazy: "purple",
};

/** The class that colours something; undefined where the name tells no hue. */
export function hueClass(serverName: string | undefined): string | undefined {
  const hue = serverName?.split("-").at(-1) ?? "";
  return Object.hasOwn(hues, hue) ? `hue-${hues[hue]}` : undefined;
}
