// One task: what became of it, what it cost, and whom it told.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { asApiError } from "../../api/api-error.ts";
import { useTaskEvents } from "../../api/live.ts";
import { del, get, post } from "../../api/request.ts";
import type { PageProps } from "../../app/page-entry.ts";
import { navigate } from "../../app/router.ts";
import { useTitle } from "../../app/title.ts";
import { StateBadge } from "../../ui/badge.tsx";
import { JsonView } from "../../ui/code-block.tsx";
import { type Confirmation, useConfirm } from "../../ui/dialog.tsx";
import { Button } from "../../ui/form/button.tsx";
import { Card, PageHeader } from "../../ui/page-header.tsx";
import { Loaded, Notice } from "../../ui/state.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Time } from "../../ui/time.tsx";
import { tell, tellError } from "../../ui/toast.tsx";
import { cancellation } from "./cancel-task.ts";
import { failureText } from "./ending-words.ts";
import { hasClips, JobExportMenu } from "./export-menu.tsx";
import { TaskDetails } from "./task-details.tsx";
import { TaskFacts } from "./task-link.tsx";
import { paceOfTask } from "./task-pace.ts";
import { TaskProgress } from "./task-progress.tsx";
import { TaskResult } from "./task-result.tsx";
import { isActive, nameOfKind, type Surface, type Task, titleOfTask } from "./task-types.ts";
import { TaskWebhooks } from "./task-webhooks.tsx";
import { usePolled } from "./use-polled.ts";
import "./tasks.css";

type View = "result" | "details" | "webhooks" | "json";

const VIEWS = [
  { name: "result", label: "Result" },
  { name: "details", label: "Details" },
  { name: "webhooks", label: "Webhooks" },
  { name: "json", label: "JSON" },
] as const;

function removal(path: string, onDone: () => void): Confirmation {
  return {
    title: "Remove this task's files?",
    text: "Its footage and results are removed from the storage at once. This cannot be undone; the task stays in the list.",
    verb: "Remove the files",
    danger: true,
    act: async () => {
      await del(path);
      tell("The files were removed.");
      onDone();
    },
  };
}

function EndActions(props: ActionsProps) {
  const { task, path, ask, reload } = props;
  if (isActive(task)) {
    return (
      <Button icon="close" onClick={() => ask(cancellation(task, path, reload))}>
        Cancel
      </Button>
    );
  }
  if (task.deleted_at !== null) return null;
  return (
    <Button icon="trash" onClick={() => ask(removal(path, reload))}>
      Remove files
    </Button>
  );
}

interface ActionsProps {
  readonly task: Task;
  readonly path: string;
  readonly ask: (asked: Confirmation) => void;
  readonly reload: () => void;
}

function Actions(props: ActionsProps) {
  const { task, path } = props;
  return (
    <>
      {hasClips(task) && <JobExportMenu path={path} />}
      <Button kind="quiet" icon="play" onClick={() => navigate(`/playground?like=${task.kind}`)}>
        Make another
      </Button>
      <EndActions {...props} />
    </>
  );
}

/** Which task it is; there from the beginning, so that the focus and the way back are, too. */
function headOf(task: Task | undefined): { title: ComponentChildren; description?: ComponentChildren } {
  if (task === undefined) return { title: "Task" };
  return {
    title: (
      <span class="row">
        <bdi class="task-name">{titleOfTask(task)}</bdi> <StateBadge state={task.status} />
      </span>
    ),
    description: <TaskFacts task={task} />,
  };
}

function Outcome({ task }: { task: Task }) {
  if (isActive(task)) return <TaskProgress task={task} />;
  if (task.error !== null) {
    return (
      <Notice kind="error" title={task.error.message}>
        {failureText(task)}
      </Notice>
    );
  }
  if (task.deleted_at === null) return null;
  return (
    <Notice kind="info" title="Its files were removed.">
      On <Time at={task.deleted_at} />, by someone of this account.
    </Notice>
  );
}

function documentTitleOf(task: Task): string {
  return `${titleOfTask(task)} · ${task.name === null ? task.task_id : nameOfKind(task.kind)}`;
}

export default function TaskPage({ params }: PageProps) {
  const { surface = "jobs", taskId = "" } = params as { surface?: Surface; taskId?: string };
  const path = `/api/v1/${surface}/${encodeURIComponent(taskId)}`;
  const resource = usePolled(path, (signal) => get<Task>(path, { signal }), paceOfTask);
  const [view, setView] = useState<View>("result");
  const { ask, dialog } = useConfirm();
  const { data, refresh } = resource;
  useTaskEvents(
    (event) => {
      if (event.taskId === taskId) refresh();
    },
    // What is being read for the first time is new enough; what is settled has changed only if its files were removed.
    () => {
      if (data !== undefined && paceOfTask(data) !== "settled") refresh();
    },
  );
  useTitle(resource.data === undefined ? "Task" : documentTitleOf(resource.data));
  return (
    <>
      <PageHeader
        back={{ path: surface === "jobs" ? "/tasks" : `/tasks?surface=${surface}`, label: "Tasks" }}
        {...headOf(data)}
        actions={data && <Actions task={data} path={path} ask={ask} reload={resource.reload} />}
      />
      <Loaded resource={resource} lines={8}>
        {(task) => (
          <div class="stack">
            <Outcome task={task} />
            <Tabs label="Views of this task" tabs={VIEWS} current={view} onChange={setView}>
              {view === "result" && <TaskResult task={task} path={path} source={resource} />}
              {view === "details" && <TaskDetails task={task} />}
              {view === "webhooks" && (
                <TaskWebhooks
                  task={task}
                  onRetry={() =>
                    post(`/console/api/tasks/${task.task_id}/webhooks/retry`).then(
                      () => {
                        tell("The webhook is sent again.");
                        resource.reload();
                      },
                      (error: unknown) => tellError(asApiError(error)),
                    )
                  }
                />
              )}
              {view === "json" && (
                <Card>
                  <JsonView value={task} label="the task as the API answers it" />
                </Card>
              )}
            </Tabs>
          </div>
        )}
      </Loaded>
      {dialog}
    </>
  );
}
