// Queue jobs that were tried as often as they may be, with their last failure: tried again, or dropped.
import { useEffect, useRef } from "preact/hooks";
import type { DroppedJobView, FailedJobView } from "../../../api-types/operator.ts";
import { OPERATOR_API } from "../../api/operator-api.ts";
import { del, post } from "../../api/request.ts";
import { useList } from "../../api/use-list.ts";
import { type Confirmation, useConfirm } from "../../ui/dialog.tsx";
import { Button } from "../../ui/form/button.tsx";
import { formatCount } from "../../ui/format.ts";
import { Card } from "../../ui/page-header.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { EmptyState, Loaded } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { tell } from "../../ui/toast.tsx";
import { AccountLink } from "./account-link.tsx";
import { OperatorTaskLink } from "./tasks/operator-task-link.tsx";

const PATH = `${OPERATOR_API}/queue/failed`;

function retryOf(job: FailedJobView, onDone: () => void): Confirmation {
  return {
    title: "Try it again?",
    text: "It is tried as often as at first. If what its failure names is not mended, it fails again.",
    verb: "Try again",
    act: async () => {
      await post(`${PATH}/${job.id}/retry`);
      tell("The job is tried again.");
      onDone();
    },
  };
}

/** Whether it is a try at a task, whose id is its subject. */
function isRun({ job }: FailedJobView): boolean {
  return job.startsWith("run-");
}

function dropOf(job: FailedJobView, onDone: () => void): Confirmation {
  return {
    title: "Drop this job?",
    text: isRun(job)
      ? "Its task ends as failed, what it cost is given back, and its webhook tells so. This cannot be undone."
      : "It is removed. A preview is made when it is asked for again.",
    verb: "Drop",
    danger: true,
    act: async () => {
      const dropped = await del<DroppedJobView>(`${PATH}/${job.id}`);
      tell(dropped.refunded ? "The job is dropped, and its task refunded." : "The job is dropped.");
      onDone();
    },
  };
}

function retryAllOf(onDone: () => void): Confirmation {
  return {
    title: "Try all of them again?",
    text: "Each is tried as often as at first. Mend first what the failures name, or they fail again.",
    verb: "Try all again",
    act: async () => {
      const { retried } = await post<{ retried: number }>(`${PATH}/retry`);
      tell(retried === 1 ? "One job is tried again." : `${formatCount(retried)} jobs are tried again.`);
      onDone();
    },
  };
}

const FACTS: readonly Column<FailedJobView>[] = [
  {
    key: "job",
    label: "Job",
    cell: (row) => (
      <span class="cell-stack">
        <span>{row.job}</span>
        {row.template !== null && <span>{row.template}</span>}
        {row.subject !== null && (
          <small class="mono">{isRun(row) ? <OperatorTaskLink id={row.subject} /> : row.subject}</small>
        )}
      </span>
    ),
  },
  {
    key: "error",
    label: "Last failure",
    cell: ({ lastError }) =>
      lastError === null ? (
        <span class="faint">none was told</span>
      ) : (
        <span class="error-text">{lastError}</span>
      ),
  },
  { key: "attempts", label: "Tries", kind: "number", cell: ({ attempts }) => attempts },
  {
    key: "account",
    label: "Account",
    cell: ({ accountId, accountEmail }) =>
      accountId === null ? <span class="faint">–</span> : <AccountLink id={accountId} email={accountEmail} />,
  },
  { key: "at", label: "Since", cell: ({ createdAt }) => <Time at={createdAt} kind="ago" /> },
];

function columnsFor(
  ask: (confirmation: Confirmation) => void,
  reload: () => void,
): readonly Column<FailedJobView>[] {
  return [
    ...FACTS,
    {
      key: "do",
      label: "Actions",
      kind: "actions",
      cell: (job) => (
        <span class="row">
          <Button size="small" onClick={() => ask(retryOf(job, reload))}>
            Try again
          </Button>
          <Button size="small" kind="quiet" onClick={() => ask(dropOf(job, reload))}>
            Drop
          </Button>
        </span>
      ),
    },
  ];
}

/** @param props.count as the live figures know it: another count reads the list anew */
export function FailedJobs({ count }: { count: number }) {
  const list = useList<FailedJobView>(PATH);
  const { reload } = list;
  const known = useRef(count);
  useEffect(() => {
    if (known.current !== count) reload();
    known.current = count;
  }, [count, reload]);
  const { ask, dialog } = useConfirm();
  const hasSome = (list.data?.items.length ?? 0) > 0;
  return (
    <Card
      title="Failed queue jobs"
      description="Tried as often as they may be: nobody tries them again by themselves."
      actions={
        hasSome && (
          <Button size="small" icon="refresh" onClick={() => ask(retryAllOf(reload))}>
            Try all again
          </Button>
        )
      }
      flush
    >
      <Loaded resource={list}>
        {({ items, pagination }) =>
          items.length === 0 ? (
            <EmptyState icon="check" title="No queue job has failed" />
          ) : (
            <>
              <Table
                label="Failed queue jobs, oldest first"
                columns={columnsFor(ask, reload)}
                rows={items}
                rowKey={(row) => row.id}
              />
              <Pagination pagination={pagination} of="failed jobs" onPage={list.setPage} />
            </>
          )
        }
      </Loaded>
      {dialog}
    </Card>
  );
}
