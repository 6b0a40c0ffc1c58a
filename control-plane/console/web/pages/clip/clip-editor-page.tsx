// The editor of a finished clip: its words beside the picture, where it begins and ends, its framing and its captions.
// What is changed is rendered as a task of its own; the clip stays as it is.
import { useMemo, useRef, useState } from "preact/hooks";
import type { CaptionPresetView } from "../../../api-types/caption-presets.ts";
import { IdempotencyKeys } from "../../api/idempotency-keys.ts";
import { get, post } from "../../api/request.ts";
import { useAction } from "../../api/use-action.ts";
import { useResource } from "../../api/use-resource.ts";
import type { PageProps } from "../../app/page-entry.ts";
import { navigate } from "../../app/router.ts";
import { useTitle } from "../../app/title.ts";
import { Button } from "../../ui/form/button.tsx";
import { Card, PageHeader } from "../../ui/page-header.tsx";
import { ErrorNotice, Loaded, Notice } from "../../ui/state.tsx";
import { Time } from "../../ui/time.tsx";
import { MediaPlayer } from "../tasks/media-player.tsx";
import { pathOfTask, type Task } from "../tasks/task-types.ts";
import type { LinkSource } from "../tasks/use-media-link.ts";
import { allWords, type ClipDetails, changesOf, type Draft } from "./clip-draft.ts";
import { ClipLook } from "./clip-look.tsx";
import { Times } from "./times.tsx";
import { type Drafting, forgetDraft, useDraft } from "./use-draft.ts";
import { WordEditor } from "./word-editor.tsx";
import { WordStrip } from "./word-strip.tsx";
import "./clip.css";

/** Words before and after the clip that it may grow into. */
const AROUND_S = 30;

interface EditorProps {
  readonly clip: ClipDetails;
  readonly presets: readonly CaptionPresetView[];
  readonly path: string;
  readonly source: LinkSource;
}

interface Drafted {
  readonly clip: ClipDetails;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

function SourceExpiry({ at, isExpired }: { at: string; isExpired: boolean }) {
  if (isExpired) {
    return (
      <Notice kind="warning" title="This clip cannot be rendered again.">
        Its source was kept until <Time at={at} />. Make the clips anew from the video to change them.
      </Notice>
    );
  }
  return (
    <p class="soft">
      The source is kept until <Time at={at} kind="short" />; until then this clip can be rendered again, each
      time for the price of a video job.
    </p>
  );
}

/** @param props.playedS where the video is, in seconds of the source; `onSeek` brings it elsewhere */
function WordsCard(props: Drafted & { readonly playedS: number; readonly onSeek: (timeS: number) => void }) {
  const { clip, draft, onDraft, playedS, onSeek } = props;
  const [chosen, setChosen] = useState<number | null>(null);
  const words = useMemo(() => allWords(clip), [clip]);
  const word = words.find(({ index }) => index === chosen);
  return (
    <Card
      title="Words"
      description="Drag the two handles to where it should begin and end, or move them with the arrow keys. Choose a word to correct it."
    >
      {words.length === 0 ? (
        <p class="soft">Nothing is said here: set the times below.</p>
      ) : (
        <WordStrip
          clip={clip}
          draft={draft}
          onDraft={onDraft}
          chosen={chosen}
          spoken={words.findLast(({ start }) => start <= playedS)?.index ?? null}
          onChoose={({ index, start }) => {
            setChosen(index);
            onSeek(start);
          }}
        />
      )}
      {word !== undefined && <WordEditor clip={clip} draft={draft} word={word} onDraft={onDraft} />}
    </Card>
  );
}

/** Renders what was changed, or undoes it: a step, or all of it, which is a step, too. */
function RenderActions(props: { clip: ClipDetails; drafting: Drafting; path: string; isExpired: boolean }) {
  const { clip, drafting, path, isExpired } = props;
  const { draft, undo, redo } = drafting;
  const changes = changesOf(draft, clip);
  const hasChanges = Object.keys(changes).length > 0;
  const keys = useMemo(() => new IdempotencyKeys(), []);
  const render = useAction(async () => {
    const task = await keys.send(changes, (keyed) => post<Task>(`${path}/renders`, keyed));
    forgetDraft(path);
    navigate(pathOfTask(task));
  });
  return (
    <>
      <ErrorNotice error={render.error} />
      <div class="row">
        <Button
          kind="primary"
          icon="play"
          disabled={!hasChanges || isExpired || draft.end <= draft.start}
          busy={render.isRunning}
          onClick={() => void render.run()}
        >
          Render
        </Button>
        <Button kind="quiet" disabled={undo === undefined} onClick={() => undo?.()}>
          Undo
        </Button>
        <Button kind="quiet" disabled={redo === undefined} onClick={() => redo?.()}>
          Redo
        </Button>
        <Button kind="quiet" disabled={!hasChanges} onClick={drafting.reset}>
          Undo all changes
        </Button>
      </div>
    </>
  );
}

function Editor({ clip, presets, path, source }: EditorProps) {
  const drafting = useDraft(clip, path);
  const { draft, onDraft } = drafting;
  const [playedS, setPlayed] = useState(clip.start);
  const video = useRef<HTMLVideoElement>(null);
  const isExpired = Date.parse(clip.source_expires_at) <= Date.now();
  const drafted = { clip, draft, onDraft };
  const seek = (timeS: number): void => {
    if (video.current === null || timeS < clip.start || timeS >= clip.end) return;
    video.current.currentTime = timeS - clip.start;
  };
  return (
    <div class="stack">
      <SourceExpiry at={clip.source_expires_at} isExpired={isExpired} />
      <div class="clip-editor">
        <div class="stack clip-side">
          <MediaPlayer
            label="The clip as it is"
            url={clip.videoUrl}
            source={source}
            posterUrl={clip.thumbnailUrl}
            preload="metadata"
            video={video}
            onTime={(timeS) => setPlayed(clip.start + timeS)}
          />
          <ClipLook draft={draft} onDraft={onDraft} presets={presets} />
        </div>
        <div class="stack">
          <WordsCard {...drafted} playedS={playedS} onSeek={seek} />
          <Card title="Times" description="In seconds of the source.">
            <Times {...drafted} />
          </Card>
          <RenderActions clip={clip} drafting={drafting} path={path} isExpired={isExpired} />
        </div>
      </div>
    </div>
  );
}

export default function ClipEditorPage({ params }: PageProps) {
  const { taskId = "", clipId = "" } = params;
  const path = `/api/v1/jobs/${encodeURIComponent(taskId)}/clips/${encodeURIComponent(clipId)}`;
  const resource = useResource(path, async (signal) => {
    const [clip, presets] = await Promise.all([
      get<ClipDetails>(path, { query: { around: AROUND_S }, signal }),
      get<CaptionPresetView[]>("/console/api/caption-presets", { signal }),
    ]);
    return { clip, presets };
  });
  const title = resource.data?.clip.title ?? "Clip";
  useTitle(`Edit · ${title}`);
  return (
    <>
      <PageHeader back={{ path: `/tasks/jobs/${taskId}`, label: "The job" }} title={<bdi>{title}</bdi>} />
      <Loaded resource={resource} lines={10}>
        {({ clip, presets }) => (
          <Editor key={clip.id} clip={clip} presets={presets} path={path} source={resource} />
        )}
      </Loaded>
    </>
  );
}
