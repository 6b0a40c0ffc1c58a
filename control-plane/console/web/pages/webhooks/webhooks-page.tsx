// Whom the account's tasks told that they had ended, what was answered, and another try.
import type { DeliveryPageView, DeliveryView } from "../../../api-types/account.ts";
import { asApiError } from "../../api/api-error.ts";
import { chosenIn } from "../../api/list-page.ts";
import { post } from "../../api/request.ts";
import { readWalk, useWalk } from "../../api/use-list.ts";
import { useResource } from "../../api/use-resource.ts";
import { setQuery, usePlace } from "../../app/router.ts";
import { StateBadge } from "../../ui/badge.tsx";
import { Button } from "../../ui/form/button.tsx";
import { SelectField } from "../../ui/form/field.tsx";
import { Card, PageHeader } from "../../ui/page-header.tsx";
import { WalkPages } from "../../ui/pagination.tsx";
import { EmptyState, Loaded } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { tell, tellError } from "../../ui/toast.tsx";
import { TaskLink } from "../tasks/task-link.tsx";
import { answerOf } from "./delivery-answer.ts";
import "../tasks/tasks.css";

const STATES = [
  { value: "", label: "Any state" },
  { value: "FAILED", label: "Failed" },
  { value: "RETRYING", label: "Being tried again" },
  { value: "PENDING", label: "Pending" },
  { value: "DELIVERED", label: "Delivered" },
];

const FIRST_DELIVERY = "Give a callback_url with a request, and its end is posted there.";

function columnsOf(onRetry: (delivery: DeliveryView) => void): Column<DeliveryView>[] {
  return [
    {
      key: "task",
      label: "Task",
      cell: ({ taskId, taskKind, taskName }) => (
        <TaskLink task={{ task_id: taskId, kind: taskKind, name: taskName }} />
      ),
    },
    { key: "state", label: "State", cell: ({ status }) => <StateBadge state={status} /> },
    { key: "url", label: "Receiver", cell: ({ url }) => <span class="receiver">{url}</span> },
    {
      key: "answer",
      label: "Last answer",
      cell: ({ lastStatusCode, lastError }) => answerOf(lastStatusCode, lastError),
    },
    {
      key: "tries",
      label: "Tries",
      kind: "number",
      cell: ({ attempts, maxAttempts }) => `${attempts} of ${maxAttempts}`,
    },
    { key: "last", label: "Last try", cell: ({ lastAttemptAt }) => <Time at={lastAttemptAt} kind="ago" /> },
    { key: "next", label: "Next try", cell: ({ nextRetryAt }) => <Time at={nextRetryAt} kind="ago" /> },
    {
      key: "actions",
      label: "Actions",
      kind: "actions",
      cell: (delivery) =>
        delivery.canRetry && (
          <Button size="small" icon="refresh" onClick={() => onRetry(delivery)}>
            Send again
          </Button>
        ),
    },
  ];
}

export default function WebhooksPage() {
  const { query } = usePlace();
  const status = chosenIn(
    query,
    "status",
    STATES.map(({ value }) => value),
  );
  const walk = useWalk();
  const { before } = walk;
  const resource = useResource(
    `deliveries ${status} ${before ?? ""}`,
    (signal) => readWalk<DeliveryPageView>("/console/api/deliveries", { status, before }, signal),
    { pollMs: 15_000, family: "deliveries" },
  );
  const retry = (delivery: DeliveryView): void => {
    post(`/console/api/tasks/${delivery.taskId}/webhooks/retry`).then(
      () => {
        tell("The webhook is sent again.");
        resource.reload();
      },
      (error: unknown) => tellError(asApiError(error)),
    );
  };
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="What was posted to the callback addresses of this account's tasks, newest tasks first."
      />
      <div class="stack">
        <div class="row">
          <SelectField
            label="State"
            value={status}
            onChange={(value) => setQuery({ status: value === "" ? null : value, before: null })}
            options={STATES}
          />
        </div>
        <Loaded resource={resource}>
          {({ deliveries, next }) => (
            <Card flush>
              {deliveries.length === 0 ? (
                <EmptyState icon="webhooks" title="No deliveries here">
                  {next !== null && "None among these tasks; older ones may have some."}
                  {next === null && before === null && status === "" && FIRST_DELIVERY}
                </EmptyState>
              ) : (
                <Table
                  label="Webhook deliveries"
                  columns={columnsOf(retry)}
                  rows={deliveries}
                  rowKey={({ id }) => id}
                />
              )}
              <WalkPages walk={walk} next={next} of="deliveries" />
            </Card>
          )}
        </Loaded>
      </div>
    </>
  );
}
