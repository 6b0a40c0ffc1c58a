// What a request gets of its media.
import type { PlaygroundForm } from "./forms.ts";

/** With an address, be it empty, where one is given in place of a file. */
export interface Source {
  readonly s3Key?: string | undefined;
  readonly url?: string;
  readonly durationS?: number | undefined;
}

/** Whether there is something to work on: an address, or a file that was sent. */
export function hasMedia({ s3Key, url = "" }: Source): boolean {
  return s3Key !== undefined || url !== "";
}

/** The fields of a request that a source fills. */
export function sourceFields(
  { urlField, durationField }: PlaygroundForm,
  source: Source,
): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  if (urlField === undefined) return fields;
  if (source.s3Key !== undefined) fields.s3_key = source.s3Key;
  else if (source.url !== undefined && source.url !== "") fields[urlField] = source.url;
  const { durationS } = source;
  if (durationField === undefined || durationS === undefined) return fields;
  fields[durationField] = durationField === "duration" ? String(durationS) : durationS;
  return fields;
}
