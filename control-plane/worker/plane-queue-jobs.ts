// The few kinds of queue jobs that are for control planes: recording previews of templates, and bringing built-in templates.
import { Type } from "typebox";
import type { Sql } from "../../shared/db/connect.ts";
import { type QueueRunner, startQueueRunner } from "../../shared/db/queue/queue-runner.ts";
import { CONNECTION_LIMITS } from "../../shared/limits/database.ts";
import type { Logger } from "../../shared/logger.ts";
import { compileSchema } from "../../shared/schemas/validate.ts";
import {
  BRING_TEMPLATES_JOB,
  type FinishedPreview,
  RECORD_PREVIEW_JOB,
} from "../../shared/templates/template-previews.ts";
import { bringBuiltInTemplates } from "../catalog/bring-templates.ts";
import { recordPreview } from "../catalog/record-preview.ts";

/** Jobs at once: there are few. */
const CONCURRENCY = 2;

const readFinishedPreview: (payload: unknown) => FinishedPreview = compileSchema(
  Type.Object({
    templateId: Type.String(),
    previewId: Type.String(),
    files: Type.Array(
      Type.Object({
        id: Type.String(),
        type: Type.Union([Type.Literal("image"), Type.Literal("video")]),
        storageKey: Type.String(),
        contentType: Type.String(),
        filename: Type.String(),
      }),
    ),
  }),
);

export interface PlaneQueueOptions {
  readonly sql: Sql;
  /** For the queue, which needs a session of its own: the address of the server, not of a pooler. */
  readonly databaseUrl: string;
  readonly logger: Logger;
}

/** Takes the queue jobs of this plane. @throws when the database cannot be reached now */
export function startPlaneQueueJobs({ sql, databaseUrl, logger }: PlaneQueueOptions): Promise<QueueRunner> {
  return startQueueRunner({
    databaseUrl,
    applicationName: "clipmill control-plane queue",
    connections: CONNECTION_LIMITS.controlPlane.queue,
    concurrency: CONCURRENCY,
    logger,
    handlers: {
      [RECORD_PREVIEW_JOB]: async ({ payload }) => {
        await recordPreview(sql, readFinishedPreview(payload), logger);
      },
      [BRING_TEMPLATES_JOB]: async () => {
        await bringBuiltInTemplates(sql, logger);
      },
    },
  });
}
