// Clip jobs: clips cut from a video's best moments.
import type { CaptionPresets } from "../../../shared/captions/caption-presets.ts";
import { ClipRequest } from "../../../shared/schemas/clip-request.ts";
import type { ClipJobOutput, ClipResult } from "../../../shared/tasks/clip-job.ts";
import { createJob } from "../create/create-job.ts";
import { controlKind, type SignFile } from "../task-kind.ts";
import { clipIdentity, clipJobRequest } from "./clip-job-request.ts";

function describe(presets: CaptionPresets): string {
  const looks = [...presets].map(
    ([name, { description }]) => `\`${name}\` (${description.replace(/\.$/, "")})`,
  );
  return [
    "Picks the best moments of the range and renders each as a clip. Send exactly one of `video_url` and `s3_key`.",
    `Caption presets, for \`subtitle.preset\`: ${looks.join(", ")}.`,
  ].join(" ");
}

function viewClip(clip: ClipResult, signFile: SignFile): unknown {
  const { videoKey, thumbnailKey, captionsKey, features: _features, ...shown } = clip;
  return {
    ...shown,
    videoUrl: signFile(videoKey),
    thumbnailUrl: signFile(thumbnailKey),
    captionsUrl: captionsKey === null ? null : signFile(captionsKey),
  };
}

export const clipJobs = controlKind({
  body: ClipRequest,
  scope: "CLIPPING",
  operation: {
    id: "createClipJob",
    tag: "Clipping",
    summary: "Cut short vertical clips from a video",
    errors: ["INVALID_REQUEST", "INSUFFICIENT_MOODS", "IDEMPOTENCY_CONFLICT"],
  },
  describe: ({ captionPresets }) => describe(captionPresets),
  created: "Clip job created",
  create: (services, { body, ...creation }) => {
    const request = clipJobRequest(body, services.captionPresets);
    return createJob(services, {
      ...creation,
      request,
      identity: clipIdentity(body, request),
      urlPath: "/video_url",
      templateId: null,
      callbackUrl: body.callback_url ?? null,
      idempotencyKey: body.idempotency_key ?? null,
    });
  },
  viewOutput: (output, signFile) => {
    const { notice, clips } = output as ClipJobOutput;
    return { notice, clips: clips.map((clip) => viewClip(clip, signFile)) };
  },
  showsTemplate: false,
  hasCaptions: false,
  hasClips: true,
});
