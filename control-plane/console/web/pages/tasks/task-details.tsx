// When a task ran and what it cost.
import { formatMoods } from "../../ui/format.ts";
import { KeyValues } from "../../ui/key-values.tsx";
import { Card } from "../../ui/page-header.tsx";
import { Duration, Time } from "../../ui/time.tsx";
import { nameOfKind, paidMoodsOf, type Task, tookMsOf, waitedMsOf } from "./task-types.ts";

export function TaskDetails({ task }: { task: Task }) {
  const { billing, model, template_id: templateId, callback_url: callbackUrl } = task;
  const facts = [
    { key: "Kind", value: nameOfKind(task.kind) },
    { key: "Created", value: <Time at={task.created_at} /> },
    { key: "Started", value: <Time at={task.started_at} /> },
    { key: "Last changed", value: <Time at={task.updated_at} /> },
    { key: "Ended", value: <Time at={task.completed_at} /> },
    { key: "Waited", value: <Duration ms={waitedMsOf(task)} /> },
    { key: "Took", value: <Duration ms={tookMsOf(task)} /> },
    ...(model === null ? [] : [{ key: "Model", value: model }]),
    ...(templateId === null ? [] : [{ key: "Template", value: <span class="mono">{templateId}</span> }]),
    { key: "Webhook", value: callbackUrl ?? <span class="faint">None was asked for</span> },
  ];
  const costs = [
    { key: "List price", value: formatMoods(billing.base_moods) },
    { key: "Charged", value: formatMoods(billing.charged_moods) },
    { key: "Charged after creation", value: formatMoods(billing.extra_moods_charged) },
    { key: "Given back", value: formatMoods(billing.refunded_moods) },
    { key: "Paid in the end", value: <strong>{formatMoods(paidMoodsOf(task))}</strong> },
  ];
  return (
    <div class="stack">
      <Card title="Task">
        <KeyValues entries={facts} folding />
      </Card>
      <Card title="Cost" description="In moods.">
        <KeyValues entries={costs} />
      </Card>
    </div>
  );
}
