// The builds of ffmpeg that the media node must work with: the bundled one of 2018, and a newer one: that which
// CLIPMILL_TEST_FFMPEG names, with the bundled ffprobe unless CLIPMILL_TEST_FFPROBE names one, else the machine's own
// where there is one. A test that runs with each says why it skips one.
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

export const BUNDLED: MediaBuild = {
  name: "the bundled ffmpeg",
  ffmpeg: ffmpeg.path,
  ffprobe: ffprobe.path,
  skip: false,
};

const { CLIPMILL_TEST_FFMPEG: NAMED, CLIPMILL_TEST_FFPROBE = ffprobe.path } = process.env;

const NEWER =
  NAMED === undefined
    ? { name: "the machine's ffmpeg", ffmpeg: "/usr/bin/ffmpeg", ffprobe: "/usr/bin/ffprobe" }
    : { name: "the named ffmpeg", ffmpeg: NAMED, ffprobe: CLIPMILL_TEST_FFPROBE };

function whyNot({ ffmpeg: program, ffprobe: prober }: ProbeTools): string | false {
  if (isThere(program) && isThere(prober)) return false;
  return `There is no ${program} with ${prober}, and CLIPMILL_TEST_FFMPEG must name one that is there.`;
}

export const BUILDS: readonly MediaBuild[] = [BUNDLED, { ...NEWER, skip: whyNot(NEWER) }];
