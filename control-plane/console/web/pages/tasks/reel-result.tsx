// A reel of highlights: raw or in its template, and the moments that it is made of.
import { useRef, useState } from "preact/hooks";
import { LinkButton } from "../../ui/form/button.tsx";
import { formatDuration, formatTimecode } from "../../ui/format.ts";
import { Card } from "../../ui/page-header.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { MediaPlayer } from "./media-player.tsx";
import type { HighlightOutput } from "./task-types.ts";
import type { LinkSource } from "./use-media-link.ts";

type Version = "templated" | "raw";
type Moment = HighlightOutput["moments"][number] & { readonly at: number };

const VERSIONS = [
  { name: "templated", label: "In its template" },
  { name: "raw", label: "Raw" },
] as const;

/** Each moment with where it begins in the raw reel. */
function placed(moments: HighlightOutput["moments"]): Moment[] {
  let at = 0;
  return moments.map((moment) => {
    const from = at;
    at += moment.end - moment.start;
    return { start: moment.start, end: moment.end, score: moment.score, reason: moment.reason, at: from };
  });
}

function columnsOf(onPlay: ((at: number) => void) | null): Column<Moment>[] {
  return [
    {
      key: "time",
      label: "In the footage",
      cell: ({ start, end, at }) => {
        const text = `${formatTimecode(start)}–${formatTimecode(end)}`;
        if (onPlay === null) return <span class="numeric">{text}</span>;
        return (
          <button type="button" class="link-like numeric" onClick={() => onPlay(at)}>
            {text}
          </button>
        );
      },
    },
    { key: "reason", label: "Why", cell: ({ reason }) => reason },
    { key: "score", label: "Score", kind: "number", cell: ({ score }) => Math.round(score) },
  ];
}

export function ReelResult({ output, source }: { output: HighlightOutput; source: LinkSource }) {
  const { templatedVideoUrl, rawVideoUrl, thumbnailUrl, moments, duration } = output;
  const [version, setVersion] = useState<Version>(templatedVideoUrl === null ? "raw" : "templated");
  const video = useRef<HTMLVideoElement>(null);
  const latest = version === "templated" && templatedVideoUrl !== null ? templatedVideoUrl : rawVideoUrl;
  const play = (at: number): void => {
    if (video.current === null) return;
    video.current.currentTime = at;
    // Refused where the file does not come, of which the player tells.
    video.current.play().catch(() => undefined);
  };
  const player = (
    <div class="stack">
      <MediaPlayer
        key={version}
        label="The reel"
        url={latest}
        source={source}
        posterUrl={thumbnailUrl}
        preload="none"
        video={video}
      />
      <div class="row">
        <LinkButton icon="download" size="small" href={latest} download>
          Download
        </LinkButton>
        <span class="soft">{formatDuration(duration * 1_000)} of footage</span>
      </div>
    </div>
  );
  return (
    <div class="stack">
      <Card>
        {templatedVideoUrl === null ? (
          player
        ) : (
          <Tabs label="Versions" tabs={VERSIONS} current={version} onChange={setVersion}>
            {player}
          </Tabs>
        )}
      </Card>
      <Card flush title="Moments" description="In the reel's order.">
        <Table
          label="Moments of the reel"
          // The template's cards move the times.
          columns={columnsOf(version === "raw" ? play : null)}
          rows={placed(moments)}
          rowKey={({ at }) => String(at)}
        />
      </Card>
    </div>
  );
}
