// The media that was transcribed, beside its lines: a line's time plays it from there, and the line that is said is marked.
import type { RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import type { SourceView } from "../../../api-types/source.ts";
import { get } from "../../api/request.ts";
import { type Resource, useResource } from "../../api/use-resource.ts";
import { type SteadyPlayer, useSteadyPlayer } from "../tasks/use-steady-player.ts";
import type { Caption } from "./transcript-lines.tsx";
import "../tasks/player.css";

export interface SourcePlayer extends SteadyPlayer {
  readonly video: RefObject<HTMLVideoElement | null>;
  /** The line that is said where the player is; null before the first one, and before anything was played. */
  readonly saidLine: number | null;
  readonly playLine: (line: number) => void;
}

/** A player that was sent to a line may stand a little before it: between two frames, or samples. */
const TOLERANCE_S = 0.05;

/** The last line that has begun; null where none has. */
function lineAt(captions: readonly Pick<Caption, "start">[], timeS: number): number | null {
  const line = captions.findLastIndex(({ start }) => start <= timeS + TOLERANCE_S);
  return line === -1 ? null : line;
}

/** The link. That the control plane is busy or away is no error yet: it is read again by itself. */
function useSource(taskId: string): Resource<SourceView> {
  const path = `/console/api/tasks/${encodeURIComponent(taskId)}/source`;
  const source = useResource(path, (signal) => get<SourceView>(path, { signal }));
  return source.error?.isPassing === true ? { ...source, error: undefined } : source;
}

/**
 * The player of a task's source, for `Player` to draw and for the lines to play from; `url` is undefined where nothing
 * can be played.
 */
export function useSourcePlayer(taskId: string, captions: readonly Caption[]): SourcePlayer {
  const source = useSource(taskId);
  const video = useRef<HTMLVideoElement>(null);
  const [saidLine, setSaid] = useState<number | null>(null);
  const player = useSteadyPlayer(video, source.data?.url ?? undefined, source, (timeS) =>
    setSaid(lineAt(captions, timeS)),
  );
  return {
    ...player,
    url: player.isRefused ? undefined : player.url,
    video,
    saidLine,
    playLine(line) {
      const start = captions[line]?.start;
      if (video.current === null || start === undefined) return;
      player.playFrom(start);
      setSaid(line);
    },
  };
}

/** Draws a player, without room for a picture where the media has none. */
export function Player({ player }: { player: SourcePlayer }) {
  const { url, video, events } = player;
  const [isSound, setSound] = useState(false);
  return (
    <video
      ref={video}
      class={isSound ? "player player-sound" : "player"}
      aria-label="What was transcribed"
      controls
      playsInline
      preload="metadata"
      src={url}
      {...events}
      onLoadedMetadata={(event) => {
        events.onLoadedMetadata();
        setSound(event.currentTarget.videoHeight === 0);
      }}
    />
  );
}
