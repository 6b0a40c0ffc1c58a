// The builds of ffmpeg that the media node must work with: the bundled one of 2018, and the machine's own where there
// is one. A test that runs with each says why it skips one.
import { accessSync } from "node:fs";
import ffmpeg from "@ffmpeg-installer/ffmpeg";
import ffprobe from "@ffprobe-installer/ffprobe";
import type { ProbeTools } from "../../../media-node/source/probe-source.ts";

export interface MediaBuild extends ProbeTools {
  readonly name: string;
  /** Why its tests cannot run here, or false. */
  readonly skip: string | false;
}

function isThere(path: string): boolean {
  try {
    accessSync(path);
    return true;
  } catch {
    return false;
  }
}

const SYSTEM = { ffmpeg: "/usr/bin/ffmpeg", ffprobe: "/usr/bin/ffprobe" };
const isSystemThere = Object.values(SYSTEM).every(isThere);

export const BUNDLED: MediaBuild = {
  name: "the bundled ffmpeg",
  ffmpeg: ffmpeg.path,
  ffprobe: ffprobe.path,
  skip: false,
};

export const BUILDS: readonly MediaBuild[] = [
  BUNDLED,
  {
    name: "the machine's ffmpeg",
    ...SYSTEM,
    skip: isSystemThere ? false : "There is no /usr/bin/ffmpeg with its ffprobe.",
  },
];
