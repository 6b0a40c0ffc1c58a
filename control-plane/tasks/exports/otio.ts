// A timeline as OpenTimelineIO's JSON (https://opentimelineio.readthedocs.io/en/latest/tutorials/otio-serialized-schema.html):
// one track of video and one of audio, each clip a stretch of the source.
import type { Timeline, TimelineClip } from "./timeline.ts";

type Json = Readonly<Record<string, unknown>>;

function schema(name: string, fields: Json): Json {
  return { OTIO_SCHEMA: name, ...fields };
}

/** What every part of a composition has. */
function item(name: string, metadata: Json = {}): Json {
  return { name, metadata, source_range: null, effects: [], markers: [], enabled: true };
}

function timeRange(startFrame: number, frames: number, { rate }: Timeline): Json {
  const perSecond = rate.frames / rate.seconds;
  const time = (value: number): Json => schema("RationalTime.1", { rate: perSecond, value });
  return schema("TimeRange.1", { start_time: time(startFrame), duration: time(frames) });
}

function clipOf(clip: TimelineClip, timeline: Timeline): Json {
  const { source, jobId } = timeline;
  const media = schema("ExternalReference.1", {
    name: source.name,
    metadata: {},
    available_range: timeRange(source.startFrame, source.frames, timeline),
    available_image_bounds: null,
    target_url: source.name,
  });
  return schema("Clip.2", {
    ...item(clip.title, { clipmill: { job_id: jobId, clip_id: clip.id, reason: clip.reason } }),
    source_range: timeRange(clip.startFrame, clip.frames, timeline),
    media_references: { DEFAULT_MEDIA: media },
    active_media_reference_key: "DEFAULT_MEDIA",
  });
}

/** A timeline as OpenTimelineIO. */
export function formatOtio(timeline: Timeline): string {
  const kinds = timeline.source.hasAudio ? ["Video", "Audio"] : ["Video"];
  const tracks = kinds.map((kind) =>
    schema("Track.1", {
      ...item(kind),
      kind,
      children: timeline.clips.map((clip) => clipOf(clip, timeline)),
    }),
  );
  const { name, jobId } = timeline;
  const document = schema("Timeline.1", {
    name,
    metadata: { clipmill: { job_id: jobId } },
    global_start_time: null,
    tracks: schema("Stack.1", { ...item("tracks"), children: tracks }),
  });
  return `${JSON.stringify(document, null, 2)}\n`;
}
