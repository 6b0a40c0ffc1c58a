// A video of a result that plays in its place; what the browser cannot play it says in words.
import type { ComponentChildren, RefObject } from "preact";
import { useRef } from "preact/hooks";
import { Button } from "../../ui/form/button.tsx";
import { Notice } from "../../ui/state.tsx";
import type { LinkSource } from "./use-media-link.ts";
import { useSteadyPlayer } from "./use-steady-player.ts";
import { useSteadyUrl } from "./use-steady-url.ts";
import "./player.css";

/** @param props.children what else may be done than to try again */
export function UnplayableNotice(props: { onRetry: () => void; children?: ComponentChildren }) {
  return (
    <Notice kind="warning" title="The media cannot be played.">
      This browser does not know its format, or it did not come. {props.children}{" "}
      <Button kind="quiet" size="small" onClick={props.onRetry}>
        Try again
      </Button>
    </Notice>
  );
}

/** Beside a player that is tried again by itself. */
export function WaitingNote() {
  return (
    <p class="soft player-note" role="status">
      The media does not come yet. It is asked for again by itself.
    </p>
  );
}

export interface MediaPlayerProps {
  /** What it plays, for those who do not see it. */
  readonly label: string;
  /** Signed anew with each answer of the API. */
  readonly url: string;
  /** What was read that has the address. */
  readonly source: LinkSource;
  readonly posterUrl: string;
  readonly preload: "none" | "metadata";
  readonly class?: string;
  readonly width?: number;
  readonly height?: number;
  /** Of the element, for who plays it from elsewhere. */
  readonly video?: RefObject<HTMLVideoElement | null>;
  /** Told of the seconds at which it is. */
  readonly onTime?: (timeS: number) => void;
}

/** A video with its poster. It goes on playing when the task is read again and `url` has another signature. */
export function MediaPlayer(props: MediaPlayerProps) {
  const { label, url: latest, posterUrl, preload, width, height, source, onTime } = props;
  const own = useRef<HTMLVideoElement>(null);
  const video = props.video ?? own;
  const [poster] = useSteadyUrl(posterUrl);
  const player = useSteadyPlayer(video, latest, source, (timeS) => onTime?.(timeS));
  return (
    <div class="player-frame">
      <video
        ref={video}
        class={`player ${props.class ?? ""}`.trim()}
        aria-label={label}
        controls
        playsInline
        preload={preload}
        poster={poster}
        width={width}
        height={height}
        src={player.url}
        {...player.events}
      />
      {player.isWaiting && <WaitingNote />}
      {player.isRefused && (
        <UnplayableNotice onRetry={player.retry}>Downloaded, it plays in other programs.</UnplayableNotice>
      )}
    </div>
  );
}
