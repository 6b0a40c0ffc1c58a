// The yt-dlp of the machine or of the settings: tests that need one are skipped where it is missing.
import { accessSync } from "node:fs";

export const YT_DLP = process.env.CLIPMILL_YTDLP ?? "/usr/bin/yt-dlp";

function isMissing(): boolean {
  try {
    accessSync(YT_DLP);
    return false;
  } catch {
    return true;
  }
}

/** Why tests are skipped; false where they are not. */
export const WITHOUT_YT_DLP = isMissing()
  ? `yt-dlp is not at ${YT_DLP}; CLIPMILL_YTDLP names another one.`
  : false;
