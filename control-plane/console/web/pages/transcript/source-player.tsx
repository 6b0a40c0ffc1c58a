// The media that was transcribed, beside its lines: a line's time plays it from there, and the line that is said is marked.
// Its link holds for a day, and a network may break: of what has played once another link is asked for, and played on.
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { SourceView } from "../../../api-types/source.ts";
import type { ApiError } from "../../api/api-error.ts";
import { get } from "../../api/request.ts";
import { type Resource, useResource } from "../../api/use-resource.ts";
import { whenSeenAfter } from "../../api/when-seen.ts";
import { useMediaRetries } from "../tasks/media-retries.ts";
import type { Caption } from "./transcript-lines.tsx";
import "../tasks/player.css";

export interface SourcePlayer {
  /** Undefined where there is nothing to play. */
  readonly url: string | undefined;
  /** Whether there is something that cannot be played: the browser knows no such format, or the file does not come. */
  readonly isRefused: boolean;
  /** Whether it is tried again by itself. */
  readonly isWaiting: boolean;
  readonly video: RefObject<HTMLVideoElement | null>;
  /** The line that is said where the player is; null before the first one, and before anything was played. */
  readonly saidLine: number | null;
  readonly playLine: (line: number) => void;
  readonly onTime: () => void;
  readonly onLoad: () => void;
  readonly onError: () => void;
  /** Asks for another link after a refusal. */
  readonly retry: () => void;
}

/** Where a player that begins anew goes on. */
interface Goal {
  readonly timeS: number;
  readonly isPlaying: boolean;
}

/** A player that was sent to a line may stand a little before it: between two frames, or samples. */
const TOLERANCE_S = 0.05;
/** A link of which less was played is renewed only where it is dead: a frame that cannot be decoded would break every link again. */
const MIN_PLAYED_S = 1;
/** Until a link is asked for again that a control plane could not give. */
const RETRY_MS = 2_000;

/** The last line that has begun; null where none has. */
export function lineAt(captions: readonly Pick<Caption, "start">[], timeS: number): number | null {
  const line = captions.findLastIndex(({ start }) => start <= timeS + TOLERANCE_S);
  return line === -1 ? null : line;
}

function playedS({ played }: HTMLVideoElement): number {
  return Array.from({ length: played.length }, (_, at) => played.end(at) - played.start(at)).reduce(
    (sum, lengthS) => sum + lengthS,
    0,
  );
}

function startAt(video: HTMLVideoElement, { timeS, isPlaying }: Goal): void {
  video.currentTime = timeS;
  // Refused where the file cannot be played, of which `onError` hears.
  if (isPlaying) video.play().catch(() => undefined);
}

function isPassing({ code }: ApiError): boolean {
  return code === "UNAVAILABLE" || code === "NETWORK";
}

/** The link, asked for again as long as the control plane is busy or away. */
function useSource(taskId: string): Resource<SourceView> {
  const path = `/console/api/tasks/${encodeURIComponent(taskId)}/source`;
  const source = useResource(path, (signal) => get<SourceView>(path, { signal }));
  const { error, reload } = source;
  useEffect(
    () => (error !== undefined && isPassing(error) ? whenSeenAfter(RETRY_MS, reload) : undefined),
    [error],
  );
  return source;
}

export function useSourcePlayer(taskId: string, captions: readonly Caption[]): SourcePlayer {
  const { data, error, reload } = useSource(taskId);
  const latest = data?.url ?? undefined;
  const video = useRef<HTMLVideoElement>(null);
  const retries = useMediaRetries(video);
  const [saidLine, setSaid] = useState<number | null>(null);
  /** The answer whose link cannot be played; another one is tried, also if it has the same link. */
  const [refused, setRefused] = useState<SourceView | undefined>(undefined);
  /** What was asked for and has not been played yet. */
  const goal = useRef<Goal | undefined>(undefined);
  /** Where another link is, in the place of one that broke: asked for, or come and not loaded yet. */
  const renewal = useRef<"asked" | "come" | undefined>(undefined);
  /** The address that was last given up for another one. Links that are signed within the same second are the same. */
  const renewed = useRef<string | undefined>(undefined);
  // Before the player says anything of its new address.
  useLayoutEffect(() => {
    if (renewal.current !== "asked") return;
    renewal.current = "come";
    // With its old one it does not begin anew by itself.
    if (latest === renewed.current) video.current?.load();
  }, [data]);
  useEffect(() => {
    if (renewal.current !== "asked" || error === undefined || isPassing(error)) return;
    renewal.current = undefined;
    setRefused(data);
  }, [error]);
  const renew = (): void => {
    retries.reset();
    renewal.current = "asked";
    renewed.current = latest;
    reload();
  };
  return {
    url: data === refused ? undefined : latest,
    isRefused: latest !== undefined && data === refused,
    isWaiting: retries.isWaiting,
    video,
    saidLine,
    playLine(line) {
      const start = captions[line]?.start;
      if (video.current === null || start === undefined) return;
      goal.current = { timeS: start, isPlaying: true };
      startAt(video.current, goal.current);
      setSaid(line);
    },
    onTime() {
      // A player that begins anew is at the beginning for a moment.
      if (video.current === null || renewal.current !== undefined) return;
      if (!video.current.seeking) goal.current = undefined;
      setSaid(lineAt(captions, video.current.currentTime));
    },
    onLoad() {
      renewal.current = undefined;
      retries.succeed();
      if (video.current !== null && goal.current !== undefined) startAt(video.current, goal.current);
    },
    onError() {
      const player = video.current;
      if (player === null || renewal.current === "asked") return;
      goal.current ??= { timeS: player.currentTime, isPlaying: !player.paused };
      if (renewal.current === "come" || renewed.current === latest || playedS(player) < MIN_PLAYED_S) {
        const mayRenew = renewal.current === undefined;
        retries.fail(player.currentSrc, (isLinkDead) => {
          if (mayRenew && isLinkDead) return renew();
          renewal.current = undefined;
          setRefused(data);
        });
        return;
      }
      renew();
    },
    retry() {
      retries.reset();
      reload();
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
      onTimeUpdate={onTime}
      onError={onError}
    />
  );
}
