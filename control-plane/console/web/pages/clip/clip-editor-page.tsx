// The editor of a finished clip: its words beside the picture, where it begins and ends, its framing and its captions.
// What is changed is rendered as a task of its own; the clip stays as it is.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
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
import { pathOfTask, type Task } from "../tasks/task-types.ts";
import { allWords, type ClipDetails, changesOf, type Draft, draftOf } from "./clip-draft.ts";
import { ClipLook } from "./clip-look.tsx";
import { Times } from "./times.tsx";
import { WordEditor } from "./word-editor.tsx";
import { WordStrip } from "./word-strip.tsx";
import "./clip.css";

/** What was changed of clips and not rendered, by their paths: for who leaves the page and comes back. */
const DRAFTS = new Map<string, Draft>();

/** Words before and after the clip that it may grow into. */
const AROUND_S = 30;

function Editor({
  clip,
  presets,
  path,
}: {
  clip: ClipDetails;
  presets: readonly CaptionPresetView[];
  path: string;
}) {
  const [draft, setDraft] = useState<Draft>(() => DRAFTS.get(path) ?? draftOf(clip));
  useEffect(() => void DRAFTS.set(path, draft), [path, draft]);
  const [chosen, setChosen] = useState<number | null>(null);
  const [playedS, setPlayed] = useState(clip.start);
  const video = useRef<HTMLVideoElement>(null);
  const words = useMemo(() => allWords(clip), [clip]);
  const changes = changesOf(draft, clip);
  const hasChanges = Object.keys(changes).length > 0;
  const isExpired = Date.parse(clip.source_expires_at) <= Date.now();
  const keys = useMemo(() => new IdempotencyKeys(), []);
  const render = useAction(async () => {
    const task = await keys.send(changes, (keyed) => post<Task>(`${path}/renders`, keyed));
    DRAFTS.delete(path);
    navigate(pathOfTask(task));
  });
  const word = words.find(({ index }) => index === chosen);
  const spoken = words.findLast(({ start }) => start <= playedS)?.index ?? null;
  return (
    <div class="stack">
      {isExpired ? (
        <Notice kind="warning" title="This clip cannot be rendered again.">
          Its source was kept until <Time at={clip.source_expires_at} />. Make the clips anew from the video
          to change them.
        </Notice>
      ) : (
        <p class="soft">
          The source is kept until <Time at={clip.source_expires_at} kind="short" />; until then this clip can
          be rendered again, each time for the price of a video job.
        </p>
      )}
      <div class="clip-editor">
        <div class="stack clip-side">
          {/* biome-ignore lint/a11y/useMediaCaption: its words stand beside it. */}
          <video
            ref={video}
            class="player"
            controls
            playsInline
            preload="metadata"
            poster={clip.thumbnailUrl}
            src={clip.videoUrl}
            onTimeUpdate={(event) => setPlayed(clip.start + event.currentTarget.currentTime)}
          />
          <ClipLook draft={draft} onDraft={setDraft} presets={presets} />
        </div>
        <div class="stack">
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
                onDraft={setDraft}
                chosen={chosen}
                spoken={spoken}
                onChoose={({ index, start }) => {
                  setChosen(index);
                  if (video.current !== null && start >= clip.start && start < clip.end) {
                    video.current.currentTime = start - clip.start;
                  }
                }}
              />
            )}
            {word !== undefined && <WordEditor clip={clip} draft={draft} word={word} onDraft={setDraft} />}
          </Card>
          <Card title="Times" description="In seconds of the source.">
            <Times clip={clip} draft={draft} onDraft={setDraft} />
          </Card>
          <ErrorNotice error={render.error} />
          <div class="row">
            <Button
              kind="primary"
              icon="play"
              disabled={!hasChanges || isExpired}
              busy={render.isRunning}
              onClick={() => void render.run()}
            >
              Render
            </Button>
            <Button kind="quiet" disabled={!hasChanges} onClick={() => setDraft(draftOf(clip))}>
              Undo all changes
            </Button>
          </div>
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
      <PageHeader back={{ path: `/tasks/jobs/${taskId}`, label: "The job" }} title={title} />
      <Loaded resource={resource} lines={10}>
        {({ clip, presets }) => <Editor key={clip.id} clip={clip} presets={presets} path={path} />}
      </Loaded>
    </>
  );
}
