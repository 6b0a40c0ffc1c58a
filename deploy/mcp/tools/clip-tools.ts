// Tools that mend a clip: what it says and how it is cut, and another render of it with changes.
import { Type } from "typebox";
import type { ClipDetails } from "../../../shared/client/node.ts";
import { MCP_LIMITS } from "../../../shared/limits/mcp.ts";
import { ClipQuery } from "../../../shared/schemas/clip-details.ts";
import { RenderRequest } from "../../../shared/schemas/requests/render-request.ts";
import { shorten, taskSummary } from "../task-summary.ts";
import { defineTool, READS, type Tool, type ToolResult } from "../tool.ts";
import { CHARGES, CREATES, inputOf } from "./create-tools.ts";

const CLIP = {
  task_id: Type.String({
    minLength: 1,
    maxLength: 100,
    description: "The finished job with the clip: of create_clips, or of render_clip itself.",
  }),
  clip_id: Type.String({ minLength: 1, maxLength: 100, description: "The clip's id, as get_job shows it." }),
};

/** One word a line: a model reads these in a third of the room that JSON takes. */
function wordLines(words: ClipDetails["words"]): string {
  const lines = words.map(({ index, start, word, original }) => {
    const corrected = original === undefined ? "" : ` (heard: ${original})`;
    return `${index} ${start.toFixed(2)} ${word === "" ? "(taken out)" : word}${corrected}`;
  });
  return shorten(lines.join("\n"), MCP_LIMITS.clipWordCharacters);
}

function clipView(clip: ClipDetails): ToolResult {
  const { id, jobId, title, start, end, duration, editingStyle, subtitle, cuts, framing, source } = clip;
  return {
    task_id: jobId,
    clip_id: id,
    title,
    start,
    end,
    duration,
    words_are: "one a line: index, second of the source at which it begins, word",
    words: wordLines(clip.words),
    words_before: wordLines(clip.wordsBefore),
    words_after: wordLines(clip.wordsAfter),
    subtitle,
    editing_style: editingStyle,
    cuts,
    framing: framing.map(({ start: from, end: to, layout }) => ({ start: from, end: to, layout })),
    source,
    can_be_rendered_until: clip.source_expires_at,
    videoUrl: clip.videoUrl,
    thumbnailUrl: clip.thumbnailUrl,
    links_hold_for: "24 hours; read_clip gives fresh ones",
  };
}

const readClip = defineTool({
  name: "read_clip",
  title: "Read a clip",
  description:
    "What a finished clip was made of: its words with their index and time, the style of its captions, where shots change, how it fills its frame. Read it before render_clip, which names words by their index and times by the source's clock.",
  input: Type.Object({ ...CLIP, ...ClipQuery.properties }, { additionalProperties: false }),
  annotations: READS,
  run: async ({ task_id, clip_id, around }, { clipmill, signal }) =>
    clipView(
      await clipmill.clips.get(task_id, clip_id, { signal, ...(around === undefined ? {} : { around }) }),
    ),
});

const renderClip = defineTool({
  name: "render_clip",
  title: "Render a clip again",
  description: `Renders a finished clip again with changes, and keeps the old one: another start or end, other words in the captions, another title, caption style or framing. What is left out stays as it is. Only while its source is kept (can_be_rendered_until of read_clip). ${CHARGES}`,
  input: Type.Object({ ...CLIP, ...inputOf(RenderRequest).properties }, { additionalProperties: false }),
  annotations: CREATES,
  run: async ({ task_id, clip_id, ...changes }, { clipmill, signal }) =>
    taskSummary(await clipmill.clips.render(task_id, clip_id, changes, { signal })),
});

export const CLIP_TOOLS: readonly Tool[] = [readClip, renderClip];
