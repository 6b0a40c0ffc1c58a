// What a task has made, by what its output is.
import { EmptyState, Notice } from "../../ui/state.tsx";
import { TranscriptResult } from "../transcript/transcript-result.tsx";
import { ClipCards } from "./clip-cards.tsx";
import { ImageResults } from "./image-results.tsx";
import { ReelResult } from "./reel-result.tsx";
import type { ClipOutput, HighlightOutput, Task, TranscriptionOutput } from "./task-types.ts";
import { isActive } from "./task-types.ts";
import type { LinkSource } from "./use-media-link.ts";

interface TaskResultProps {
  readonly task: Task;
  /** Of the task in the API. */
  readonly path: string;
  /** What was read that has the links of its files. */
  readonly source: LinkSource;
}

function Output({ task, path, source }: TaskResultProps) {
  const output = task.output as ClipOutput | HighlightOutput | TranscriptionOutput | null;
  if (output === null) return <ImageResults items={task.result} />;
  return (
    <div class="stack">
      {output.notice !== null && <Notice kind="info">{output.notice}</Notice>}
      {"clips" in output && <ClipCards clips={output.clips} path={path} source={source} />}
      {"moments" in output && <ReelResult output={output} source={source} />}
      {"captions" in output && <TranscriptResult output={output} path={path} taskId={task.task_id} />}
    </div>
  );
}

export function TaskResult(props: TaskResultProps) {
  const { task } = props;
  if (task.status === "finished" && task.deleted_at === null) return <Output {...props} />;
  if (isActive(task)) {
    return (
      <EmptyState icon="play" title="The result comes here">
        This page follows the task by itself.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="info"
      title={task.deleted_at === null ? "There is no result" : "The files were removed"}
    >
      {task.deleted_at === null ? "The task failed; the reason stands above." : "Only what it cost is kept."}
    </EmptyState>
  );
}
