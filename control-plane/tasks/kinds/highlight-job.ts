// Highlight jobs: a reel made of a match's moments. A repeat with an idempotency key is answered before its template is
// looked up, since templates change and go.

import type { RequestBounds } from "../../../shared/limits/request-bounds.ts";
import {
  type HighlightRequest,
  highlightRequestWithin,
} from "../../../shared/schemas/requests/highlight-request.ts";
import type { HighlightJobOutput } from "../../../shared/tasks/highlight-job.ts";
import type { TaskRow } from "../../db/tasks/tasks.ts";
import { createJob } from "../create/create-job.ts";
import { findRepeatedTask } from "../create/create-task.ts";
import { type Creation, controlKind, type KindServices, type SignFile } from "../task-kind.ts";
import {
  checkHighlightWish,
  highlightIdentity,
  highlightJobRequest,
  highlightWish,
  searchedLengthS,
} from "./highlight-job-request.ts";
import { resolveHighlightTemplate } from "./highlight-template.ts";
import { describeSourceBounds } from "./media-fields.ts";

async function create(
  services: KindServices,
  { body, ...creation }: Creation<HighlightRequest>,
): Promise<TaskRow> {
  const idempotencyKey = body.idempotency_key ?? null;
  const wish = highlightWish(body, services.bounds);
  const identity = highlightIdentity(body, wish);
  const original = await findRepeatedTask(services.sql, { ...creation, idempotencyKey, identity });
  if (original !== undefined) return original;
  checkHighlightWish(wish);
  const { templateId } = wish;
  return createJob(services, {
    ...creation,
    identity,
    request: highlightJobRequest(wish, await resolveHighlightTemplate(services.sql, templateId)),
    footageS: searchedLengthS(wish),
    urlPath: "/url",
    templateId,
    callbackUrl: body.callback_url ?? null,
    idempotencyKey,
  });
}

function describeReelLength({ reelS }: RequestBounds): string {
  return reelS === null
    ? "The reel lasts about a minute for up to 15 minutes of source, rising to five for an hour, and at most half of the source."
    : `The reel lasts about ${reelS} seconds, where the footage has as many moments.`;
}

function viewReel(output: HighlightJobOutput, signFile: SignFile): unknown {
  const { rawVideoKey, templatedVideoKey, thumbnailKey, ...shown } = output;
  return {
    ...shown,
    rawVideoUrl: signFile(rawVideoKey),
    templatedVideoUrl: templatedVideoKey === null ? null : signFile(templatedVideoKey),
    thumbnailUrl: signFile(thumbnailKey),
  };
}

export const highlightJobs = controlKind({
  body: highlightRequestWithin,
  scope: "CLIPPING",
  operation: {
    id: "createHighlightJob",
    tag: "Clipping",
    summary: "Build a highlight reel from match footage",
    errors: ["INVALID_REQUEST", "INSUFFICIENT_MOODS", "IDEMPOTENCY_CONFLICT"],
  },
  describe: ({ bounds }) =>
    [
      "Scores the moments of the source's first hour, stitches the best, and renders the reel with a template where one is named.",
      "A range that begins behind that hour is refused; of one that reaches beyond it the rest is not searched, and `notice` says so.",
      describeReelLength(bounds),
      "Send exactly one of `url` and `s3_key`.",
      describeSourceBounds(bounds),
    ].join(" "),
  created: "Highlight job created",
  create,
  viewOutput: (output, signFile) => viewReel(output as HighlightJobOutput, signFile),
  // It is part of the request; the row names it so that its uses are counted.
  showsTemplate: false,
  hasCaptions: false,
});
