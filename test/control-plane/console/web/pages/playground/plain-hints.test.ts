// Hints of the playground, in place of what the API's document says to programmers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FORMS, furtherFields } from "../../../../../../control-plane/console/web/pages/playground/forms.ts";
import type { JsonSchema } from "../../../../../../control-plane/console/web/pages/playground/json-schema.ts";
import {
  PLAIN_HINTS,
  withPlainHints,
} from "../../../../../../control-plane/console/web/pages/playground/plain-hints.ts";
import { ClipRequest } from "../../../../../../shared/schemas/requests/clip-request.ts";
import { HighlightRequest } from "../../../../../../shared/schemas/requests/highlight-request.ts";
import { TranscriptionRequest } from "../../../../../../shared/schemas/requests/transcription-request.ts";

const REQUESTS = { clips: ClipRequest, highlights: HighlightRequest, transcriptions: TranscriptionRequest };
/** As the API's document has them. */
const SCHEMAS = JSON.parse(JSON.stringify(REQUESTS)) as Readonly<Record<string, JsonSchema>>;

function hintsOf(
  schema: JsonSchema,
  names = Object.keys(schema.properties ?? {}),
  above = "",
): [string, string][] {
  return names.flatMap((name): [string, string][] => {
    const field = schema.properties?.[name] ?? {};
    const path = `${above}${name}`;
    return [[path, field.description ?? ""], ...hintsOf(field, undefined, `${path}.`)];
  });
}

test("no hint of a form asks its reader to know patterns, refusals or the API's document", () => {
  for (const form of FORMS) {
    const schema = SCHEMAS[form.name];
    if (schema === undefined) continue;
    const { front, durationField } = form;
    const names = [...front, ...furtherFields(form, schema), durationField ?? ""];
    for (const [path, hint] of hintsOf(withPlainHints(schema), names)) {
      assert.doesNotMatch(
        hint,
        /[<>≤]|HH:|#RRGGBB|leading zero|refused|operation|see [A-Z]|model |enables/,
        path,
      );
    }
  }
});

test("every hint is for a field that a request has", () => {
  const paths = new Set(Object.values(SCHEMAS).flatMap((schema) => hintsOf(schema).map(([path]) => path)));
  assert.deepEqual(
    [...PLAIN_HINTS.keys()].filter((path) => !paths.has(path)),
    [],
  );
});
