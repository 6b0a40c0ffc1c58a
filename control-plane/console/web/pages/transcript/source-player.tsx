// The media that was transcribed, beside its lines: a line's time plays it from there, and the line that is said is marked.
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { SourceView } from "../../../api-types/source.ts";
import { get } from "../../api/request.ts";
import { useResource } from "../../api/use-resource.ts";
import type { Caption } from "./transcript-lines.tsx";
import "../tasks/player.css";

export interface SourcePlayer {
  /** Undefined where there is nothing to play. */
  readonly url: string | undefined;
  readonly video: RefObject<HTMLVideoElement | null>;
  /** The line that is said where the player is; null before the first one, and before anything was played. */
  readonly saidLine: number | null;
  readonly playLine: (line: number) => void;
  readonly onTime: (timeS: number) => void;
  readonly onLoad: () => void;
  readonly onError: () => void;
}

/** A player that was sent to a line may stand a little before it: between two frames, or samples. */
const TOLERANCE_S = 0.05;

/** The last line that has begun; null where none has. */
export function lineAt(captions: readonly Pick<Caption, "start">[], timeS: number): number | null {
  const line = captions.findLastIndex(({ start }) => start <= timeS + TOLERANCE_S);
  return line === -1 ? null : line;
}

export function useSourcePlayer(taskId: string, captions: readonly Caption[]): SourcePlayer {
  const path = `/console/api/tasks/${encodeURIComponent(taskId)}/source`;
  const { data, reload } = useResource(path, (signal) => get<SourceView>(path, { signal }));
  const latest = data?.url ?? undefined;
  const video = useRef<HTMLVideoElement>(null);
  const [saidLine, setSaid] = useState<number | null>(null);
  /** Addresses of which nothing could be played: the browser knows no such format, or the file is gone. */
  const [refused, setRefused] = useState<string | undefined>(undefined);
  const hasLoaded = useRef(false);
  useEffect(() => {
    hasLoaded.current = false;
  }, [latest]);
  return {
    url: latest === refused ? undefined : latest,
    video,
    saidLine,
    playLine(line) {
      const start = captions[line]?.start;
      if (video.current === null || start === undefined) return;
      video.current.currentTime = start;
      setSaid(line);
      // Refused where the file cannot be played, of which `onError` hears.
      video.current.play().catch(() => undefined);
    },
    onTime: (timeS) => setSaid(lineAt(captions, timeS)),
    onLoad: () => {
      hasLoaded.current = true;
    },
    onError: () => {
      // A link that has played once has expired, and there is a new one.
      if (hasLoaded.current) reload();
      else setRefused(latest);
    },
  };
}

export function Player({ player }: { player: SourcePlayer }) {
  const { url, video, onTime, onLoad, onError } = player;
  const [isSound, setSound] = useState(false);
  return (
    // biome-ignore lint/a11y/useMediaCaption: its words stand beside it.
    <video
      ref={video}
      class={isSound ? "player player-sound" : "player"}
      aria-label="What was transcribed"
      controls
      playsInline
      preload="metadata"
      src={url}
      onLoadedMetadata={(event) => {
        onLoad();
        setSound(event.currentTarget.videoHeight === 0);
      }}
      onTimeUpdate={(event) => onTime(event.currentTarget.currentTime)}
      onError={onError}
    />
  );
}
