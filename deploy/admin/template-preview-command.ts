// `template preview ID`: waits for a template's preview, which a media node makes, and writes its files where the operator
// can look at them.

import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import {
  canMakePreview,
  type PreviewPlace,
  readPreviewState,
} from "../../control-plane/catalog/template-preview.ts";
import { askForPreview } from "../../control-plane/operators/catalog-work.ts";
import { AppError } from "../../shared/errors.ts";
import { PREVIEW_LIMITS } from "../../shared/limits/catalog.ts";
import { type Act, type AdminCall, argument, text } from "./admin-call.ts";

function unavailable(message: string): AppError {
  return new AppError("UNAVAILABLE", message);
}

/** The preview's files, once they are there. @throws AppError UNAVAILABLE when none comes in time */
async function waitForPreview({ sql }: AdminCall, id: string): Promise<readonly PreviewPlace[]> {
  const deadline = performance.now() + PREVIEW_LIMITS.waitMs;
  for (;;) {
    const preview = await readPreviewState(sql, id);
    if (preview.state === "made") return preview.places;
    if (preview.state === "failed") throw unavailable(`The preview could not be made: ${preview.problem}`);
    if (!(await canMakePreview(sql, id))) {
      throw unavailable("No media node that can make this preview runs now. It is made as soon as one does.");
    }
    if (performance.now() > deadline) {
      const problem = preview.problem === null ? "" : ` The last try failed: ${preview.problem}`;
      throw unavailable(
        `The preview was not made within ${PREVIEW_LIMITS.waitMs / 60_000} minutes.${problem}`,
      );
    }
    await pause(PREVIEW_LIMITS.pollMs);
  }
}

async function writeFileOf(call: AdminCall, storageKey: string, path: string): Promise<void> {
  await pipeline(await (await call.storage()).open(storageKey), createWriteStream(path));
}

/** The command. Addresses of previews that are elsewhere are only printed; files are called after their template. */
export async function templatePreview(call: AdminCall, act: Act): Promise<unknown> {
  const id = argument(call, 0, "The template's id");
  const folder = resolve(text(call, "out") ?? ".");
  await act(askForPreview(id));
  const places = await waitForPreview(call, id);
  const files: string[] = [];
  for (const place of places) {
    if ("address" in place) {
      files.push(place.address);
      continue;
    }
    await mkdir(folder, { recursive: true });
    const path = join(folder, basename(`${id}-${basename(place.filename)}`));
    await writeFileOf(call, place.storageKey, path);
    files.push(path);
  }
  return { template_id: id, files };
}
