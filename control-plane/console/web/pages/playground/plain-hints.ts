// Hints of the playground, where the API's document describes a field for those who write programs: a pattern, a clause on
// refusals, a section to read. A form says what to enter and what it does.
import type { JsonSchema } from "./json-schema.ts";

const RANGE_TIME = "in hours, minutes and seconds, such as 00:05:00";

/** By a field's path below the request. Bounds and defaults are added by the form. */
export const PLAIN_HINTS: ReadonlyMap<string, string> = new Map([
  ["start_time", `Where to begin, ${RANGE_TIME}. At the beginning, if you leave it empty.`],
  ["end_time", `Where to stop, ${RANGE_TIME}. At the end, if you leave it empty.`],
  ["clip_count", "You get fewer only where no more can be cut; weaker ones have lower scores."],
  ["clip_length", "From shortest to longest, such as 20-60s. Clips may last 5 to 180 seconds."],
  ["video_duration_seconds", "By it the job is planned, before the video is fetched."],
  ["category", "The sport: each has its own signs of a great moment."],
  ["template_id", "Adds a title card, captions and colours. Without one, the reel is plain."],
  ["callback_url", "A public http or https address of yours that is told when the task has ended."],
  ["subtitle.preset", "A whole style of captions. The fields below change parts of it."],
  ["subtitle.allowed_editing_styles", "How the video may fill an upright clip. Any way, if you choose none."],
  [
    "subtitle.position_y",
    "The height of the text's middle, from 0 at the top to 1 at the bottom. Replaces the position.",
  ],
  ["subtitle.font_color", "Colour of the text, such as #FFD400. Two more digits make it see-through."],
  ["subtitle.shadow", "What lies behind the letters, in the colour of the shadow."],
]);

/** A request's schema with the hints of its form. */
export function withPlainHints(schema: JsonSchema, above = ""): JsonSchema {
  const { properties } = schema;
  if (properties === undefined) return schema;
  const fields = Object.entries(properties).map(([name, field]): [string, JsonSchema] => {
    const path = `${above}${name}`;
    const inner = withPlainHints(field, `${path}.`);
    const hint = PLAIN_HINTS.get(path);
    return [name, hint === undefined ? inner : { ...inner, description: hint }];
  });
  return { ...schema, properties: Object.fromEntries(fields) };
}
