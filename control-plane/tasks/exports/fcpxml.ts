// A timeline as Final Cut Pro's XML, version 1.10 (https://developer.apple.com/documentation/professional-video-applications/fcpxml-reference),
// which Final Cut Pro, DaVinci Resolve and, converted, Premiere Pro take. Times are fractions of a second that are whole
// frames. The sequence has the size of the finished clips, and each stretch of the source fills it, from its middle: paths
// of cameras are not told.
import { escapeXml } from "../../../shared/escape-xml.ts";
import type { FrameRate } from "../../../shared/frame-rates.ts";
import type { Timeline, TimelineClip } from "./timeline.ts";

/** In one line: a reader would take a line break in an attribute for a space, too. */
function escaped(value: string | number): string {
  return escapeXml(String(value)).replaceAll(/[\t\n\r]/g, " ");
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join("");
}

/** So many frames as a time. */
function time(frames: number, rate: FrameRate): string {
  if (frames === 0) return "0s";
  return rate.frames === 1 ? `${frames * rate.seconds}s` : `${frames * rate.seconds}/${rate.frames}s`;
}

function clipOf(
  { title, reason, startFrame, frames, atFrame }: TimelineClip,
  { rate, source }: Timeline,
): string {
  const values = {
    ref: "source",
    name: title,
    offset: time(atFrame, rate),
    start: time(startFrame, rate),
    duration: time(frames, rate),
    format: "source-format",
    tcFormat: source.isDropFrame ? "DF" : "NDF",
  };
  return `            <asset-clip${attributes(values)}>
              <note>${escaped(reason)}</note>
              <adjust-conform type="fill"/>
            </asset-clip>`;
}

/** A timeline as FCPXML. */
export function formatFcpxml(timeline: Timeline): string {
  const { name, rate, source, frame, frames, clips } = timeline;
  const { width, height } = source;
  const sourceFormat = { id: "source-format", frameDuration: time(1, source.rate), width, height };
  const clipFormat = { id: "clip-format", frameDuration: time(1, rate), ...frame };
  const audio = { hasAudio: 1, audioSources: 1, audioChannels: 2, audioRate: "48000" };
  const asset = {
    id: "source",
    name: source.name,
    start: time(source.startFrame, rate),
    duration: time(source.frames, rate),
    hasVideo: 1,
    videoSources: 1,
    format: "source-format",
    ...(source.hasAudio ? audio : {}),
  };
  const sequence = { format: "clip-format", duration: time(frames, rate), tcStart: "0s", tcFormat: "NDF" };
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE fcpxml>
<fcpxml version="1.10">
  <resources>
    <format${attributes(sourceFormat)}/>
    <format${attributes(clipFormat)}/>
    <asset${attributes(asset)}>
      <media-rep${attributes({ kind: "original-media", src: `./${encodeURIComponent(source.name)}` })}/>
    </asset>
  </resources>
  <library>
    <event${attributes({ name })}>
      <project${attributes({ name })}>
        <sequence${attributes(sequence)}>
          <spine>
${clips.map((clip) => clipOf(clip, timeline)).join("\n")}
          </spine>
        </sequence>
      </project>
    </event>
  </library>
</fcpxml>
`;
}
