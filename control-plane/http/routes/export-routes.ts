// Exports of finished jobs' clips: timelines for editing programs, subtitles, texts, and all of it in one archive.
import { Type } from "typebox";
import { AppError } from "../../../shared/errors.ts";
import { type ClipReads, findClipJob } from "../../tasks/clips/find-clip.ts";
import {
  type ExportedJob,
  exportedJob,
  exportText,
  exportTimeline,
  exportZip,
  TEXT_FORMATS,
  type TextFormat,
  type TimelineFormat,
} from "../../tasks/exports/export-clips.ts";
import { attachment, fileNameFor } from "../../tasks/exports/file-names.ts";
import { StoredFiles } from "../../tasks/exports/stored-files.ts";
import type { Call, KeyRoute, Reply, Route } from "../route.ts";

const FileText = Type.String({ description: "A file." });
const JsonFile = Type.Object({}, { additionalProperties: true, description: "A file." });

const FORMATS = {
  otio: {
    name: "an OpenTimelineIO timeline",
    contentType: "application/vnd.pixar.opentimelineio+json",
    schema: JsonFile,
    description:
      "The clips one after the other as cuts of the source, in whole frames of the clips' rate, for editing programs. The source is named by its file: link it there.",
  },
  fcpxml: {
    name: "a Final Cut Pro XML timeline",
    contentType: "application/xml; charset=utf-8",
    schema: FileText,
    description:
      "FCPXML 1.10: the clips one after the other as cuts of the source, in whole frames of the clips' rate, for Final Cut Pro and DaVinci Resolve. The source is named by its file: link it there.",
  },
  srt: {
    name: "SubRip subtitles",
    contentType: "application/x-subrip; charset=utf-8",
    schema: FileText,
  },
  vtt: { name: "WebVTT subtitles", contentType: "text/vtt; charset=utf-8", schema: FileText },
  txt: { name: "plain text", contentType: "text/plain; charset=utf-8", schema: FileText },
} as const;

type Format = keyof typeof FORMATS;
const TIMELINE_FORMATS = ["otio", "fcpxml"] as const satisfies readonly TimelineFormat[];
const EXPORT = { access: "key", scope: "CLIPPING", body: "none", method: "GET" } as const;

/** A route for each format of a job and of a clip, and one of the archive, which is made while it is sent. */
export function exportRoutes(reads: ClipReads): Route[] {
  return [
    ...TIMELINE_FORMATS.map((format) =>
      jobRoute(reads, format, FORMATS[format].description, (job) => exportTimeline(reads, job, format)),
    ),
    ...TEXT_FORMATS.map((format) =>
      jobRoute(
        reads,
        format,
        "Of all clips, one after the other, as they follow each other in a timeline.",
        (job) => exportText(job, job.clips, format),
      ),
    ),
    ...TEXT_FORMATS.map((format) => clipRoute(reads, format)),
    zipRoute(reads),
  ];
}

function idOf(prefix: string, format: Format): string {
  return `${prefix}${format.charAt(0).toUpperCase()}${format.slice(1)}`;
}

async function findExported(reads: ClipReads, accountId: string, { params }: Call): Promise<ExportedJob> {
  return exportedJob(reads, await findClipJob(reads, accountId, params.jobId ?? ""));
}

function textReply(format: Format, name: string, text: string): Reply {
  const headers = { "content-disposition": attachment(`${name}.${format}`) };
  return { kind: "text", status: 200, contentType: FORMATS[format].contentType, text, headers };
}

function jobRoute(
  reads: ClipReads,
  format: Format,
  description: string,
  make: (job: ExportedJob) => string | Promise<string>,
): KeyRoute {
  const { name, contentType, schema } = FORMATS[format];
  return {
    ...EXPORT,
    path: `/api/v1/jobs/:jobId/exports/${format}`,
    operation: {
      id: idOf("exportJob", format),
      tag: "Clipping",
      summary: `A job's clips as ${name}`,
      description,
      reply: { status: 200, schema, contentType },
      errors: ["NOT_FOUND", "NOT_TERMINAL"],
    },
    async handle(call, { accountId }) {
      const job = await findExported(reads, accountId, call);
      return textReply(format, job.name, await make(job));
    },
  };
}

function clipRoute(reads: ClipReads, format: TextFormat): KeyRoute {
  const { name, contentType, schema } = FORMATS[format];
  return {
    ...EXPORT,
    path: `/api/v1/jobs/:jobId/clips/:clipId/exports/${format}`,
    operation: {
      id: idOf("exportClip", format),
      tag: "Clipping",
      summary: `What is said in a clip as ${name}`,
      description: "Times begin with the clip. Also of clips that were made without captions.",
      reply: { status: 200, schema, contentType },
      errors: ["NOT_FOUND", "NOT_TERMINAL"],
    },
    async handle(call, { accountId }) {
      const job = await findExported(reads, accountId, call);
      const clip = job.clips.find(({ result }) => result.id === call.params.clipId);
      if (clip === undefined) throw new AppError("NOT_FOUND", "This job has no such clip.");
      const title = fileNameFor(clip.result.title, clip.result.id);
      return textReply(format, title, await exportText(job, [clip], format));
    },
  };
}

function zipRoute(reads: ClipReads): KeyRoute {
  const stored = new StoredFiles(reads.storage);
  const contentType = "application/zip";
  const schema = Type.String({ format: "binary", description: "An archive." });
  return {
    ...EXPORT,
    path: "/api/v1/jobs/:jobId/exports/zip",
    operation: {
      id: "exportJobZip",
      tag: "Clipping",
      summary: "A job's clips, their texts and timelines in one archive",
      description:
        "Made while it is sent, and stored without compression. Wherever files lie, they come through this service.",
      reply: { status: 200, schema, contentType },
      errors: ["NOT_FOUND", "NOT_TERMINAL"],
    },
    async handle(call, { accountId }) {
      const job = await findExported(reads, accountId, call);
      const { sizeBytes, content } = await exportZip(reads, stored, job);
      const headers = { "content-type": contentType, "content-disposition": attachment(`${job.name}.zip`) };
      return { kind: "file", status: 200, headers, sizeBytes, content };
    },
  };
}
