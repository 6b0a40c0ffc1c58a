// Where the reader is signed in, and the ending of it elsewhere.
import type { EndedSessionsView, OwnSessionView } from "../../../api-types/session.ts";
import { del } from "../../api/request.ts";
import type { Resource } from "../../api/use-resource.ts";
import { Badge } from "../../ui/badge.tsx";
import { type Confirmation, useConfirm } from "../../ui/dialog.tsx";
import { Button } from "../../ui/form/button.tsx";
import { Card } from "../../ui/page-header.tsx";
import { Loaded } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { tell } from "../../ui/toast.tsx";

export const SESSIONS_PATH = "/console/api/sessions";
const WAYS = { password: "Password", oidc: "Single sign-on" } as const;

function columnsOf(onEnd: (session: OwnSessionView) => void): Column<OwnSessionView>[] {
  return [
    {
      key: "origin",
      label: "Signed in from",
      cell: ({ browser, origin, current }) => (
        <span class="row">
          <span class="cell-stack">
            <span>{browser ?? "Unknown browser"}</span>
            <small class="mono">{origin}</small>
          </span>
          {current && <Badge tone="good">This browser</Badge>}
        </span>
      ),
    },
    { key: "way", label: "By", cell: ({ way }) => WAYS[way] },
    { key: "begun", label: "Since", cell: ({ createdAt }) => <Time at={createdAt} kind="short" /> },
    {
      key: "used",
      label: "Last used",
      cell: ({ lastUsedAt, current }) => (current ? "Now" : <Time at={lastUsedAt} kind="ago" />),
    },
    {
      key: "actions",
      label: "Actions",
      kind: "actions",
      cell: (session) =>
        !session.current && (
          <Button size="small" onClick={() => onEnd(session)}>
            End
          </Button>
        ),
    },
  ];
}

function endOne({ id, browser, origin }: OwnSessionView, reload: () => void): Confirmation {
  return {
    title: "End this session?",
    text: `Whoever is signed in there, with ${browser ?? "an unknown browser"} from ${origin}, has to sign in again.`,
    verb: "End the session",
    danger: true,
    act: async () => {
      await del(`${SESSIONS_PATH}/${id}`);
      tell("The session has ended.");
      reload();
    },
  };
}

function endOthers(reload: () => void): Confirmation {
  return {
    title: "End all other sessions?",
    text: "You stay signed in here. If you do not know one of them, change your password instead: that ends them, too.",
    verb: "End all others",
    danger: true,
    act: async () => {
      const { ended } = await del<EndedSessionsView>(SESSIONS_PATH);
      tell(ended === 1 ? "One session has ended." : `${ended} sessions have ended.`);
      reload();
    },
  };
}

export function SessionsCard({ sessions }: { sessions: Resource<readonly OwnSessionView[]> }) {
  const { ask, dialog } = useConfirm();
  const { data = [], reload } = sessions;
  const hasOthers = data.some(({ current }) => !current);
  const columns = columnsOf((session) => ask(endOne(session, reload)));
  return (
    <Card
      title="Where you are signed in"
      description="A session ends by itself after 12 hours without use, and after 7 days at the latest."
      flush
      actions={hasOthers && <Button onClick={() => ask(endOthers(reload))}>End all others</Button>}
    >
      <Loaded resource={sessions} lines={3}>
        {(rows) => (
          <Table
            label="Your sessions, this one first"
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
          />
        )}
      </Loaded>
      {dialog}
    </Card>
  );
}
