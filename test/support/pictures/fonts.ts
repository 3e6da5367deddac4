// Fonts that a desktop has and a server for tests doesn't.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTemporaryFolder } from "../cleanup.ts";
import { canInstallPackages, installPackages } from "../window/debianPackages.ts";
import { arePicturesUpdated } from "./documentPictures.ts";

/** Debian's packages, each with a file that it installs. */
const fontPackages = {
  // Otherwise emoji are empty boxes.
  "fonts-noto-color-emoji": "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf",
  "fonts-inter": "/usr/share/fonts/opentype/inter/Inter-Regular.otf",
} as const;

/** Installs the fonts for pictures where that is possible; the pictures are taken without them otherwise. */
export async function installPictureFonts(): Promise<void> {
  const missing = Object.entries(fontPackages).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
  if (missing.length === 0) return;
  const note = `The pictures are taken without the fonts of ${missing.join(" and ")}`;
  if (!canInstallPackages()) {
    console.error(`${note}, which can't be installed here.`);
    return;
  }
  console.error("Installing fonts for the pictures, once…");
  await installPackages(...missing).catch((error: unknown) => console.error(`${note}: ${String(error)}`));
}

/** The environment of a browser that takes pictures: it prefers the font that looks most like those of desktops. */
export function createFontEnvironment(): NodeJS.ProcessEnv {
  if (!arePicturesUpdated() || !existsSync(fontPackages["fonts-inter"])) return {};
  const file = join(createTemporaryFolder(), "fonts.conf");
  // Fontconfig prefers this one if it is there, whatever an alias says.
  const rejected = '<pattern><patelt name="family"><string>DejaVu Sans</string></patelt></pattern>';
  const content = `<selectfont><rejectfont>${rejected}</rejectfont></selectfont><include>/etc/fonts/fonts.conf</include>`;
  writeFileSync(file, `<?xml version="1.0"?><fontconfig>${content}</fontconfig>`);
  return { FONTCONFIG_FILE: file };
}
