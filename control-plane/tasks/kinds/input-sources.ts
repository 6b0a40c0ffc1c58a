// Files that a generation task's input names: the fields that the model's schema marks as such hold a URL or the s3_key of
// an upload. Both are checked like a video job's source before anything is charged. What a template names besides is the
// operator's own: a file in the storage under assets/.

import type { InputSchema } from "../../../shared/schemas/model.ts";
import { SOURCE_MARK } from "../../../shared/tasks/generation-job.ts";
import type { MediaSource } from "../../../shared/tasks/media-source.ts";
import { ASSETS_PREFIX } from "../../../shared/templates/template-files.ts";
import type { ModelInput } from "../../catalog/input-checks.ts";
import { checkSource, confirmSource, type SourceServices } from "../create/sources.ts";

export interface NamedSources {
  readonly schema: InputSchema;
  /** The client's own laid over the template's. */
  readonly input: ModelInput;
  readonly own: ModelInput;
}

function sourceOf(text: string): MediaSource {
  return /^https?:/i.test(text) ? { kind: "url", url: text } : { kind: "upload", storageKey: text };
}

/** Checks them again once their task is there. @throws AppError as confirmSource */
export async function confirmInputSources(
  services: SourceServices,
  sources: Readonly<Record<string, MediaSource>> | null,
): Promise<void> {
  for (const [name, source] of Object.entries(sources ?? {})) {
    const isOperators = source.kind === "upload" && source.storageKey.startsWith(ASSETS_PREFIX);
    if (!isOperators) await confirmSource(services, source, `/input/${name}`);
  }
}

/** What each marked field names; null where none names anything. @throws AppError INVALID_REQUEST naming the field */
export async function checkInputSources(
  services: SourceServices,
  accountId: string,
  { schema, input, own }: NamedSources,
): Promise<Readonly<Record<string, MediaSource>> | null> {
  const sources: Record<string, MediaSource> = {};
  for (const [name, field] of Object.entries(schema.properties)) {
    const text = input[name];
    if (!(SOURCE_MARK in field) || typeof text !== "string") continue;
    const source = sourceOf(text);
    const path = `/input/${name}`;
    const isOperators = !Object.hasOwn(own, name) && text.startsWith(ASSETS_PREFIX);
    sources[name] = isOperators ? source : (await checkSource(services, accountId, source, path)).source;
  }
  return Object.keys(sources).length === 0 ? null : sources;
}
