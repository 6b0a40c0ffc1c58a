// Gives a program that sets text the fonts that its text names, and no others: the same on every machine. Fontconfig
// would scan the machine's folders again for each program, which takes seconds where there are many fonts.
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { escapeXml } from "../../shared/escape-xml.ts";

export const FONTS_FOLDER = "fonts";
const CACHE_FOLDER = "font-cache";
const CONFIGURATION_FILE = "fonts.conf";

/** Fontconfig's configuration for the fonts of one folder. */
export function fontsConfiguration(fontsFolder: string, cacheFolder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${escapeXml(fontsFolder)}</dir>
  <cachedir>${escapeXml(cacheFolder)}</cachedir>
</fontconfig>
`;
}

/** What tells a program to look for fonts in a folder that `linkFonts` has seen, an absolute path. */
export function fontsEnvironment(folder: string): { readonly FONTCONFIG_FILE: string } {
  return { FONTCONFIG_FILE: join(folder, CONFIGURATION_FILE) };
}

/** Puts links to font files, and the configuration that names them, into a folder. @throws what writing there throws */
export async function linkFonts(folder: string, fontPaths: readonly string[]): Promise<void> {
  const [fonts, cache] = [join(folder, FONTS_FOLDER), join(folder, CACHE_FOLDER)];
  // A run that was cut off may have left some.
  await rm(fonts, { recursive: true, force: true });
  await mkdir(fonts, { recursive: true });
  // Fontconfig would make it readable by everybody, whatever the umask.
  await mkdir(cache, { recursive: true });
  const unique = [...new Set(fontPaths)];
  await Promise.all(unique.map((path, index) => symlink(path, join(fonts, `${index}-${basename(path)}`))));
  await writeFile(join(folder, CONFIGURATION_FILE), fontsConfiguration(fonts, cache));
}
