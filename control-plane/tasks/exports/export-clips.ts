// A finished job's clips in the formats of other programs. What a job of an earlier version does not know is left out, or
// answered as missing; files whose time was up cannot be exported.
import assert from "node:assert/strict";
import type { ObjectInfo } from "../../../shared/storage/object-storage.ts";
import type { ClipPlan } from "../../../shared/tasks/clip-plan.ts";
import { selectTaskRequest } from "../../db/tasks/tasks.ts";
import { selectUploadName } from "../../db/uploads.ts";
import { type ClipJob, type ClipReads, readPlan } from "../clips/find-clip.ts";
import { type PlacedClip, plainTextOf, subtitlesOf } from "./clip-texts.ts";
import { type CaptionedClip, type ExportedClip, exportedClips, withCaptions } from "./exported-clips.ts";
import { formatFcpxml } from "./fcpxml.ts";
import { fileNameFor } from "./file-names.ts";
import { formatOtio } from "./otio.ts";
import { nameOfAddress, nameOfUpload, withoutMediaEnding } from "./source-name.ts";
import type { StoredFiles } from "./stored-files.ts";
import { placeClips, type Timeline, timelineOf } from "./timeline.ts";
import { type ZippedFile, type ZipStream, zipFiles } from "./zip-files.ts";

export const TEXT_FORMATS = ["srt", "vtt", "txt"] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];
export type TimelineFormat = "otio" | "fcpxml";

export interface ExportedJob {
  readonly job: ClipJob;
  readonly plan: ClipPlan;
  readonly clips: readonly ExportedClip[];
  /** The video's title, or what the job is called, without an ending. */
  readonly name: string;
}

/** @throws AppError UNAVAILABLE, INTERNAL where the plan cannot be read */
export async function exportedJob(reads: ClipReads, job: ClipJob): Promise<ExportedJob> {
  const plan = await readPlan(reads, job);
  const { id, name: taskName } = job.task;
  const name = fileNameFor(plan.videoTitle ?? withoutMediaEnding(taskName ?? ""), id);
  return { job, plan, clips: exportedClips(job.output.clips, plan), name };
}

/** The name of the source's file, as its owner knows it. */
async function sourceNameOf({ sql }: ClipReads, { job, name }: ExportedJob): Promise<string> {
  const request = (await selectTaskRequest(sql, job.task.id)) as
    | { source?: { kind?: string; url?: string; storageKey?: string } }
    | undefined;
  const { url, storageKey } = request?.source ?? {};
  const uploaded = storageKey === undefined ? undefined : await selectUploadName(sql, storageKey);
  const found = uploaded === undefined ? nameOfAddress(url ?? "") : nameOfUpload(uploaded);
  return found ?? `${name}.mp4`;
}

/** @throws AppError NOT_FOUND for a job of whose source nothing is known any more */
async function readTimeline(reads: ClipReads, exported: ExportedJob): Promise<Timeline> {
  const { job, name, clips, plan } = exported;
  const sourceName = await sourceNameOf(reads, exported);
  return timelineOf({ jobId: job.task.id, name, sourceName }, clips, plan);
}

const TIMELINES = { otio: formatOtio, fcpxml: formatFcpxml } as const;

/** @throws AppError NOT_FOUND: see timelineOf */
export async function exportTimeline(
  reads: ClipReads,
  exported: ExportedJob,
  format: TimelineFormat,
): Promise<string> {
  return TIMELINES[format](await readTimeline(reads, exported));
}

/** When each clip begins where they follow each other, as in a timeline of them. */
function placedClips({ media }: ClipPlan, clips: readonly CaptionedClip[]): PlacedClip[] {
  if (media !== null) {
    const { rate, places } = placeClips(clips, media);
    return places.map(({ clip: { captions }, atFrame }) => ({
      captions,
      atS: (atFrame * rate.seconds) / rate.frames,
    }));
  }
  let atS = 0;
  return clips.map(({ captions, startS, endS }) => {
    const clip = { captions, atS };
    atS += endS - startS;
    return clip;
  });
}

async function writeText(
  plan: ClipPlan,
  clips: readonly CaptionedClip[],
  format: TextFormat,
): Promise<string> {
  return format === "txt" ? plainTextOf(clips) : subtitlesOf(placedClips(plan, clips), format);
}

/** What is said in some clips, one after the other, as they follow each other in a timeline. */
export async function exportText(
  { plan }: ExportedJob,
  clips: readonly ExportedClip[],
  format: TextFormat,
): Promise<string> {
  return writeText(plan, await withCaptions(clips, plan), format);
}

/** A clip's files, in a folder of its own. */
async function filesOf(
  plan: ClipPlan,
  clip: CaptionedClip,
  place: number,
  [video, thumbnail]: readonly ObjectInfo[],
): Promise<ZippedFile[]> {
  const { result } = clip;
  const name = `${String(place + 1).padStart(2, "0")} ${fileNameFor(result.title, result.id)}`;
  const stored = (ending: string, storageKey: string, info: ObjectInfo | undefined): ZippedFile => {
    assert.ok(info !== undefined);
    const { sizeBytes, modifiedAt } = info;
    return { name: `${name}/${name}.${ending}`, storageKey, sizeBytes, modifiedAt };
  };
  const files = [stored("mp4", result.videoKey, video), stored("jpg", result.thumbnailKey, thumbnail)];
  for (const format of TEXT_FORMATS)
    files.push({ name: `${name}/${name}.${format}`, text: await writeText(plan, [clip], format) });
  return files;
}

/** Timelines of the job, where its source is known. */
async function timelineFiles(reads: ClipReads, exported: ExportedJob): Promise<ZippedFile[]> {
  if (exported.plan.media === null) return [];
  const timeline = await readTimeline(reads, exported);
  return Object.entries(TIMELINES).map(([ending, format]) => ({
    name: `${exported.name}.${ending}`,
    text: format(timeline),
  }));
}

/**
 * All clips of a job with their texts and timelines, as a ZIP that is made while it is sent.
 * @throws AppError NOT_FOUND where files are gone; UNAVAILABLE where many archives are under way, or the storage is slow
 */
export async function exportZip(
  reads: ClipReads,
  stored: StoredFiles,
  exported: ExportedJob,
): Promise<ZipStream> {
  const { plan, name, job } = exported;
  const keys = exported.clips.flatMap(({ result }) => [result.videoKey, result.thumbnailKey]);
  const infos = await stored.find(keys);
  const clips = await withCaptions(exported.clips, plan);
  const files: ZippedFile[] = [];
  for (const [place, clip] of clips.entries()) {
    files.push(...(await filesOf(plan, clip, place, infos.slice(2 * place, 2 * place + 2))));
  }
  files.push(...(await timelineFiles(reads, exported)));
  for (const format of TEXT_FORMATS) {
    files.push({ name: `${name}.${format}`, text: await writeText(plan, clips, format) });
  }
  return zipFiles(reads.storage, files, job.task.completed_at ?? job.task.updated_at);
}
