// A finished job's clips in the formats of other programs. What a job of an earlier version does not know is left out, or
// answered as missing; files whose time was up cannot be exported.
import { AppError } from "../../../shared/errors.ts";
import { inTime } from "../../../shared/in-time.ts";
import { EXPORT_LIMITS, OUTPUT_LIMITS } from "../../../shared/limits/storage.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import type { ClipPlan } from "../../../shared/tasks/clip-plan.ts";
import { selectTaskRequest } from "../../db/tasks/tasks.ts";
import { selectUploadName } from "../../db/uploads.ts";
import { type ClipJob, type ClipReads, readPlan } from "../clips/find-clip.ts";
import { type PlacedClip, plainTextOf, subtitlesOf } from "./clip-texts.ts";
import { type CaptionedClip, type ExportedClip, exportedClips, withCaptions } from "./exported-clips.ts";
import { formatFcpxml } from "./fcpxml.ts";
import { fileNameFor } from "./file-names.ts";
import { formatOtio } from "./otio.ts";
import { nameOfAddress, nameOfUpload } from "./source-name.ts";
import { placeClips, type Timeline, timelineOf } from "./timeline.ts";
import { type ZippedFile, type ZipStream, zipFiles } from "./zip-files.ts";

export type TextFormat = "srt" | "vtt" | "txt";
export type TimelineFormat = "otio" | "fcpxml";

export interface ExportedJob {
  readonly job: ClipJob;
  readonly plan: ClipPlan;
  readonly clips: readonly ExportedClip[];
  /** Without an ending. */
  readonly name: string;
}

/** @throws AppError UNAVAILABLE, INTERNAL where the plan cannot be read */
export async function exportedJob(reads: ClipReads, job: ClipJob): Promise<ExportedJob> {
  const plan = await readPlan(reads, job);
  const name = fileNameFor(plan.videoTitle ?? "", job.task.id);
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

const TEXT_FORMATS = ["srt", "vtt", "txt"] as const satisfies readonly TextFormat[];

/** @throws AppError NOT_FOUND where its time was up; UNAVAILABLE */
async function storedFile(storage: ObjectStorage, name: string, storageKey: string): Promise<ZippedFile> {
  const info = await inTime(OUTPUT_LIMITS.readTimeoutMs, storage.stat(storageKey));
  if (info === undefined)
    throw new AppError("NOT_FOUND", "The files of this job are gone: their time was up.");
  return { name, storageKey, sizeBytes: info.sizeBytes, modifiedAt: info.modifiedAt };
}

/** A clip's files, in a folder of its own. */
async function filesOf(
  storage: ObjectStorage,
  plan: ClipPlan,
  clip: CaptionedClip,
  place: number,
): Promise<ZippedFile[]> {
  const { result } = clip;
  const name = `${String(place + 1).padStart(2, "0")} ${fileNameFor(result.title, result.id)}`;
  const files: ZippedFile[] = [
    await storedFile(storage, `${name}/${name}.mp4`, result.videoKey),
    await storedFile(storage, `${name}/${name}.jpg`, result.thumbnailKey),
  ];
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
 * @throws AppError NOT_FOUND where files are gone; UNAVAILABLE where many archives are under way
 */
export async function exportZip(reads: ClipReads, exported: ExportedJob): Promise<ZipStream> {
  const { storage } = reads;
  const { plan, name, job } = exported;
  const clips = await withCaptions(exported.clips, plan);
  const files: ZippedFile[] = [];
  for (let first = 0; first < clips.length; first += EXPORT_LIMITS.statsAtOnce) {
    const some = clips.slice(first, first + EXPORT_LIMITS.statsAtOnce);
    const found = await Promise.all(some.map((clip, offset) => filesOf(storage, plan, clip, first + offset)));
    files.push(...found.flat());
  }
  files.push(...(await timelineFiles(reads, exported)));
  for (const format of TEXT_FORMATS) {
    files.push({ name: `${name}.${format}`, text: await writeText(plan, clips, format) });
  }
  return zipFiles(storage, files, job.task.completed_at ?? job.task.updated_at);
}
