// The clips of a job: each plays in its place, with its score, why it was chosen, and its files. Browsers refuse players beyond
// a few dozen on one page, so that each is made once its clip comes near to sight.
import { useRef } from "preact/hooks";
import { directionOf } from "../../../../../shared/captions/text-direction.ts";
import { hrefOf } from "../../app/router.ts";
import { Badge } from "../../ui/badge.tsx";
import { LinkButton } from "../../ui/form/button.tsx";
import { formatTimecode } from "../../ui/format.ts";
import { useBroken } from "../../ui/media/use-broken.ts";
import { useSeen } from "../../ui/media/use-seen.ts";
import { ClipTextMenu } from "./export-menu.tsx";
import { MediaPlayer } from "./media-player.tsx";
import { ScoreMeter } from "./score-meter.tsx";
import type { Clip } from "./task-types.ts";
import type { LinkSource } from "./use-media-link.ts";
import { useSteadyUrl } from "./use-steady-url.ts";

/** A window's height below and above: whoever goes on by the keyboard meets players. */
const PLAYER_AROUND = "100% 0px";

function videoNameOf({ index, title }: Clip): string {
  const words = title.replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  return `${index + 1}-${Array.from(words).slice(0, 60).join("")}.mp4`;
}

/** In the place of a player that is not near to sight, and on paper. */
function Poster({ clip }: { clip: Clip }) {
  const [url] = useSteadyUrl(clip.thumbnailUrl);
  const [isBroken, onError] = useBroken(url);
  if (isBroken) return <div class="player" />;
  return <img class="player" src={url} alt="" loading="lazy" onError={onError} />;
}

function ClipCard({ clip, path, source }: { clip: Clip; path: string; source: LinkSource }) {
  const { title, start, end, duration, description, hashtags, reason } = clip;
  const card = useRef<HTMLElement>(null);
  const isSeen = useSeen(card, { margin: PLAYER_AROUND });
  return (
    <article class="card clip-card" aria-label={`Clip ${clip.index + 1}: ${title}`} ref={card}>
      {isSeen ? (
        <MediaPlayer
          label={title}
          url={clip.videoUrl}
          source={source}
          posterUrl={clip.thumbnailUrl}
          preload="none"
          width={clip.width}
          height={clip.height}
        />
      ) : (
        <Poster clip={clip} />
      )}
      <div class="clip-text">
        <div class="row">
          <Badge plain>#{clip.index + 1}</Badge>
          <span class="soft numeric">
            {formatTimecode(start)}–{formatTimecode(end)} · {Math.round(duration)} s
          </span>
        </div>
        <h2 dir={directionOf(title)}>{title}</h2>
        <p class="soft" dir={directionOf(description)}>
          {description}
        </p>
        <p class="clip-tags" dir={directionOf(hashtags.join(" "))}>
          {hashtags.join(" ")}
        </p>
        <ScoreMeter score={clip.viralityScore} breakdown={clip.scoreBreakdown} />
        <p class="clip-reason">
          <span class="faint">Why</span> {reason}
        </p>
        <div class="row clip-actions">
          <LinkButton
            kind="primary"
            size="small"
            icon="settings"
            href={hrefOf(`/tasks/jobs/${path.split("/").at(-1)}/clips/${clip.id}`)}
          >
            Edit
          </LinkButton>
          <a class="button button-plain button-small" href={clip.videoUrl} download={videoNameOf(clip)}>
            Download
          </a>
          <ClipTextMenu path={path} clipId={clip.id} title={title} />
        </div>
      </div>
    </article>
  );
}

interface ClipCardsProps {
  readonly clips: readonly Clip[];
  /** Of the job in the API. */
  readonly path: string;
  readonly source: LinkSource;
}

export function ClipCards({ clips, path, source }: ClipCardsProps) {
  return (
    <div class="clip-grid">
      {clips.map((clip) => (
        <ClipCard key={clip.id} clip={clip} path={path} source={source} />
      ))}
    </div>
  );
}
