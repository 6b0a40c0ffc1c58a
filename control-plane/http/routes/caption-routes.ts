// A transcription's captions as subtitle files.
import { Type } from "typebox";
import type { SubtitleFormat } from "../../../shared/captions/subtitle-files.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { createCaptionReader } from "../../tasks/read/read-captions.ts";
import type { TaskViews } from "../../tasks/read/task-view.ts";
import type { KeyRoute } from "../route.ts";

export interface CaptionRoutesOptions extends Pick<TaskViews, "readOutput"> {
  readonly reads: Sql;
}

/** One route for each format. Times are on the source's clock. */
export function captionRoutes(options: CaptionRoutesOptions): KeyRoute[] {
  return [captionsRoute(options, "srt"), captionsRoute(options, "vtt")];
}

const SUBTITLES = {
  srt: { id: "readCaptionsSrt", name: "SubRip", contentType: "application/x-subrip; charset=utf-8" },
  vtt: { id: "readCaptionsVtt", name: "WebVTT", contentType: "text/vtt; charset=utf-8" },
} as const;

function captionsRoute({ reads, readOutput }: CaptionRoutesOptions, extension: SubtitleFormat): KeyRoute {
  const { id, name, contentType } = SUBTITLES[extension];
  const readCaptions = createCaptionReader({ sql: reads, readOutput }, extension);
  return {
    access: "key",
    scope: "CLIPPING",
    body: "none",
    method: "GET",
    path: `/api/v1/jobs/:jobId/captions.${extension}`,
    operation: {
      id,
      tag: "Clipping",
      summary: `A finished transcription as ${name} subtitles`,
      description: "Times are on the source's clock. Only transcriptions have captions of their own.",
      reply: { status: 200, schema: Type.String({ description: "A subtitle file." }), contentType },
      errors: ["NOT_FOUND", "NOT_TERMINAL"],
    },
    async handle(call, { accountId }) {
      const jobId = call.params.jobId ?? "";
      const text = await readCaptions({ accountId, id: jobId });
      const headers = { "content-disposition": `attachment; filename="${jobId}.${extension}"` };
      return { kind: "text", status: 200, contentType, text, headers };
    },
  };
}
