// Whom a task told that it has ended, and what the receiver answered.
import { StateBadge } from "../../ui/badge.tsx";
import { Button } from "../../ui/form/button.tsx";
import { Card } from "../../ui/page-header.tsx";
import { EmptyState } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { answerOf } from "../webhooks/delivery-answer.ts";
import type { Task } from "./task-types.ts";

type Delivery = Task["webhooks"][number];

const COLUMNS: readonly Column<Delivery>[] = [
  { key: "id", label: "Delivery", cell: ({ id }) => <span class="mono">{id}</span> },
  { key: "state", label: "State", cell: ({ status }) => <StateBadge state={status} /> },
  {
    key: "answer",
    label: "Last answer",
    cell: (delivery) => answerOf(delivery.last_status_code, delivery.last_error),
  },
  {
    key: "attempts",
    label: "Attempts",
    kind: "number",
    cell: ({ attempts, max_attempts }) => `${attempts} of ${max_attempts}`,
  },
  {
    key: "last",
    label: "Last attempt",
    cell: ({ last_attempt_at }) => <Time at={last_attempt_at} kind="short" />,
  },
  {
    key: "next",
    label: "Next attempt",
    cell: ({ next_retry_at }) => <Time at={next_retry_at} kind="short" />,
  },
];

export function TaskWebhooks({ task, onRetry }: { task: Task; onRetry: () => void }) {
  const { webhooks, callback_url: address } = task;
  if (webhooks.length === 0) {
    return (
      <EmptyState icon="webhooks" title="Nobody was to be told">
        Give a <code>callback_url</code> with a request, and this service posts there when its task has ended.
      </EmptyState>
    );
  }
  const canRetry = task.completed_at !== null;
  return (
    <Card
      flush
      title="Deliveries"
      description={address}
      actions={
        canRetry && (
          <Button icon="refresh" size="small" onClick={onRetry}>
            Send again
          </Button>
        )
      }
    >
      <Table label="Deliveries, oldest first" columns={COLUMNS} rows={webhooks} rowKey={({ id }) => id} />
    </Card>
  );
}
