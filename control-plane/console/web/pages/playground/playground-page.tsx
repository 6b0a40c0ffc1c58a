// Every request of the API as a form, its result in its place.
import { useEffect } from "preact/hooks";
import { get } from "../../api/request.ts";
import { useResource } from "../../api/use-resource.ts";
import { hrefOf, setQuery, usePlace } from "../../app/router.ts";
import { useStore } from "../../app/store.ts";
import { StateBadge } from "../../ui/badge.tsx";
import { useConfirm } from "../../ui/dialog.tsx";
import { Button, LinkButton } from "../../ui/form/button.tsx";
import { Card, PageHeader } from "../../ui/page-header.tsx";
import { Loaded, Notice } from "../../ui/state.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { tellWait } from "../../ui/toast.tsx";
import { type ModelEntry, readModels } from "../models/model-entries.ts";
import { cancellation } from "../tasks/cancel-task.ts";
import { paceOfTask } from "../tasks/task-pace.ts";
import { TaskProgress } from "../tasks/task-progress.tsx";
import { TaskResult } from "../tasks/task-result.tsx";
import { isActive, pathOfTask, surfaceOf, type Task } from "../tasks/task-types.ts";
import { usePolled } from "../tasks/use-polled.ts";
import { askedForm, FORMS, type FormName, readRequestSchemas, UPLOADS_PATH } from "./forms.ts";
import type { FormValues } from "./json-schema.ts";
import { readNamedChoices, withNamedChoices } from "./named-choices.ts";
import { withPlainHints } from "./plain-hints.ts";
import { RequestForm } from "./request-form.tsx";
import { forgetStarted, useStarted } from "./start-task.ts";
import { tabUpload, takeStartBack } from "./tab-upload.ts";
import { WaitingStart } from "./waiting-start.tsx";
import "../tasks/tasks.css";
import "./playground.css";

interface Template {
  readonly template_id: string;
  readonly model: string;
  readonly capability: string;
  readonly input: FormValues;
}

interface Material {
  readonly schemas: Awaited<ReturnType<typeof readRequestSchemas>>;
  readonly models: readonly ModelEntry[];
  readonly template: Template | undefined;
}

async function readMaterial(signal: AbortSignal, templateId: string | null): Promise<Material> {
  const [requests, named, models, template] = await Promise.all([
    readRequestSchemas(signal),
    readNamedChoices(signal),
    readModels(signal),
    templateId === null
      ? undefined
      : get<Template>(`/api/v1/templates/${encodeURIComponent(templateId)}`, { signal }),
  ]);
  const schemas = new Map(
    [...requests].map(([path, schema]) => [path, withNamedChoices(withPlainHints(schema), named)] as const),
  );
  return { schemas, models, template };
}

/** The task that was just made, followed to its end. */
function Followed({ task: created, onAgain }: { task: Task; onAgain: () => void }) {
  const path = `/api/v1/${surfaceOf(created)}/${created.task_id}`;
  const resource = usePolled(path, (signal) => get<Task>(path, { signal }), paceOfTask);
  const task = resource.data ?? created;
  const { ask, dialog } = useConfirm();
  return (
    <Card
      title={
        <span class="row">
          Your task <StateBadge state={task.status} />
        </span>
      }
      description={<span class="mono">{task.task_id}</span>}
      actions={
        <>
          {isActive(task) && (
            <Button size="small" icon="close" onClick={() => ask(cancellation(task, path, resource.reload))}>
              Cancel
            </Button>
          )}
          <LinkButton size="small" href={hrefOf(pathOfTask(task))}>
            Open it
          </LinkButton>
          <Button size="small" icon="plus" onClick={onAgain}>
            Make another
          </Button>
        </>
      }
    >
      <div class="stack">
        {isActive(task) && <TaskProgress task={task} />}
        {task.error !== null && <Notice kind="error" title={task.error.message} />}
        {!isActive(task) && task.error === null && <TaskResult task={task} path={path} source={resource} />}
      </div>
      {dialog}
    </Card>
  );
}

/** What a form begins with, where it comes from a template. */
function initialOf(name: FormName, template: Template | undefined): FormValues {
  if (template === undefined) return {};
  const { template_id } = template;
  if (name === "highlights") return { template_id };
  return name === "images" ? { model: template.model, template_id, input: template.input } : {};
}

export default function PlaygroundPage() {
  const { query } = usePlace();
  const templateId = query.get("template");
  const material = useResource(`playground ${templateId ?? ""}`, (signal) =>
    readMaterial(signal, templateId),
  );
  const sending = useStore(tabUpload);
  const waiting = sending?.start;
  const last = useStarted();
  useEffect(() => forgetStarted, []);
  // Where the address asks for nothing: what waits or was started last.
  const asked = askedForm(query) ?? (waiting ?? last?.start)?.form ?? FORMS[0];
  const form = waiting?.form ?? asked;
  if (form === undefined) return null;
  const started = last?.start.form.name === form.name ? last : undefined;
  const isStarting = last?.kind === "starting";
  const isMade = started?.kind === "made";
  const change = (make: FormName): void => {
    takeStartBack();
    forgetStarted();
    setQuery({ make, like: null, template: null });
    if (waiting !== undefined && !isStarting)
      tellWait(`${waiting.form.label}: not started. The upload goes on.`);
  };
  const takeBack = (): void => {
    takeStartBack();
    if (form.name === asked?.name) setQuery({ make: form.name });
  };
  return (
    <>
      <PageHeader
        title="Playground"
        description="Make clips, reels, transcripts and images here. They cost what they cost by the API, and stand among your tasks."
      />
      <Tabs label="What to make" tabs={FORMS} current={form.name} onChange={change}>
        <Loaded resource={material} lines={8}>
          {({ schemas, models, template }) => (
            <>
              {waiting !== undefined && sending !== undefined && (
                <WaitingStart
                  start={waiting}
                  sending={sending}
                  isStarting={isStarting}
                  onTakeBack={takeBack}
                />
              )}
              {/* It stays as it was filled in, for another one. */}
              {form.name === asked?.name && (
                <div hidden={isMade || waiting !== undefined}>
                  <RequestForm
                    form={form}
                    schema={schemas.get(form.path) ?? {}}
                    uploadSchema={schemas.get(UPLOADS_PATH) ?? {}}
                    models={models}
                    initial={initialOf(form.name, template)}
                    started={started}
                    isStarting={isStarting}
                  />
                </div>
              )}
              {isMade && <Followed task={started.task} onAgain={forgetStarted} />}
            </>
          )}
        </Loaded>
      </Tabs>
    </>
  );
}
