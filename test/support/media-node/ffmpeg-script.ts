// A stand-in for ffmpeg: a shell script that answers as a machine's encoders would. What it has no answer for goes to
// the bundled ffmpeg.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { temporaryFolder } from "../temporary-folder.ts";
import { BUNDLED } from "./media-tools.ts";

/** What a run with an encoder does, by the encoder's name: a line of shell, such as `echo "no device" >&2; exit 1`. */
export type EncoderAnswers = Readonly<Record<string, string>>;

/** The script's path; it lives as long as the test. */
export async function ffmpegScript(t: TestContext, answers: EncoderAnswers): Promise<string> {
  const path = join(await temporaryFolder(t), "ffmpeg");
  const cases = Object.entries(answers).map(([encoder, answer]) => `*" ${encoder} "*) ${answer} ;;`);
  const lines = ["#!/bin/sh", 'case " $* " in', ...cases, `*) exec ${BUNDLED.ffmpeg} "$@" ;;`, "esac", ""];
  await writeFile(path, lines.join("\n"), { mode: 0o755 });
  return path;
}
