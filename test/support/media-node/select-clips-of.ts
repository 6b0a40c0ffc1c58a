// Chooses the clips of a made film, as the clip pipeline does.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { selectClips } from "../../../media-node/pipelines/clips/select-clips.ts";
import type { RunContext } from "../../../media-node/pipelines/run-context.ts";
import { makeMedia } from "../media/media-fixture.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { runContext } from "./run-context.ts";

export interface SelectedClips {
  readonly spans: readonly (readonly [startS: number, endS: number])[];
  readonly notice: string;
}

/** Chooses two clips of 5 to 15 s from a file made of these arguments; `subtitles` are SubRip. */
export async function selectClipsOf(
  t: TestContext,
  tools: RunContext["tools"],
  made: readonly string[],
  subtitles: string | null = null,
): Promise<SelectedClips> {
  const folder = await temporaryFolder(t);
  const film = join(folder, "film.mp4");
  const subtitlesPath = join(folder, "film.srt");
  if (subtitles !== null) await writeFile(subtitlesPath, subtitles);
  const written = subtitles === null ? [] : ["-i", subtitlesPath, "-c:s", "mov_text"];
  await makeMedia(...made, ...written, "-c:v", "libx264", "-preset", "ultrafast", film);
  const context = await runContext(t, tools);
  const request = {
    source: { kind: "upload", storageKey: "uploads/film" } as const,
    range: { startS: 0, endS: null },
    clipCount: 2,
    clipLengthS: { min: 5, max: 15 },
    targetWidth: 180,
    editingStyles: ["AUTO"] as const,
    captions: null,
    title: null,
    prompt: null,
    declaredDurationS: 5,
  };
  const { moments, notice } = await selectClips(context, request, film, () => undefined);
  return { spans: moments.map(({ startS, endS }) => [startS, endS] as const), notice: notice ?? "" };
}
