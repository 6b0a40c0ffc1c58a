// The ffmpeg and ffprobe that npm brings. Their packages mark them executable by install scripts, which careful
// operators switch off; so it is made good here.
import { access, chmod, constants, stat } from "node:fs/promises";
import ffmpegInstaller from "@ffmpeg-installer/ffmpeg";
import ffprobeInstaller from "@ffprobe-installer/ffprobe";

export const BUNDLED_FFMPEG = ffmpegInstaller.path;
export const BUNDLED_FFPROBE = ffprobeInstaller.path;

/**
 * Makes the bundled programs executable where they are not. Root makes them so for everybody, since the programs run as
 * another user then. @throws the system's error where that is not allowed
 */
export async function makeBundledToolsExecutable(): Promise<void> {
  for (const path of [BUNDLED_FFMPEG, BUNDLED_FFPROBE]) {
    const { mode } = await stat(path);
    const isExecutable = await access(path, constants.X_OK).then(
      () => process.getuid?.() !== 0 || (mode & 0o555) === 0o555,
      () => false,
    );
    if (!isExecutable) await chmod(path, 0o755);
  }
}
