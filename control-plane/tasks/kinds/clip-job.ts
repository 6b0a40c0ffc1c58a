// Clip jobs: clips cut from a video's best moments.
import type { CaptionPresets } from "../../../shared/captions/caption-presets.ts";
import type { RequestBounds } from "../../../shared/limits/request-bounds.ts";
import { clipRequestWithin } from "../../../shared/schemas/requests/clip-request.ts";
import type { ClipJobOutput } from "../../../shared/tasks/clip-job.ts";
import { askedLengthS } from "../../../shared/tasks/footage-length.ts";
import { viewClips } from "../clips/clip-view.ts";
import { createJob } from "../create/create-job.ts";
import { controlKind } from "../task-kind.ts";
import { checkClipJob, clipIdentity, clipJobRequest } from "./clip-job-request.ts";
import { describeSourceBounds } from "./media-fields.ts";

function describe(presets: CaptionPresets, bounds: RequestBounds): string {
  const listed = [...presets].map(
    ([name, { description }]) => `\`${name}\` (${description.replace(/\.$/, "")})`,
  );
  return [
    "Picks the best moments of the range and renders each as a clip. Send exactly one of `video_url` and `s3_key`.",
    describeSourceBounds(bounds),
    `Caption presets, for \`subtitle.preset\`: ${listed.join(", ")}.`,
  ].join(" ");
}

export const clipJobs = controlKind({
  body: clipRequestWithin,
  scope: "CLIPPING",
  operation: {
    id: "createClipJob",
    tag: "Clipping",
    summary: "Cut short vertical clips from a video",
    errors: ["INVALID_REQUEST", "INSUFFICIENT_MOODS", "IDEMPOTENCY_CONFLICT"],
  },
  describe: ({ captionPresets, bounds }) => describe(captionPresets, bounds),
  created: "Clip job created",
  create: (services, { body, ...creation }) => {
    const request = clipJobRequest(body, services);
    return createJob(services, {
      ...creation,
      request,
      identity: clipIdentity(body, request),
      checkNew: () => checkClipJob(request),
      footageS: askedLengthS(request),
      urlPath: "/video_url",
      templateId: null,
      callbackUrl: body.callback_url ?? null,
      idempotencyKey: body.idempotency_key ?? null,
    });
  },
  viewOutput: (output, signFile) => viewClips(output as ClipJobOutput, signFile),
  showsTemplate: false,
  hasCaptions: false,
});
