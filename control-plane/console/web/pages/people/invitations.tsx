// Invitations that nobody has taken yet.
import type { InvitationView } from "../../../api-types/people.ts";
import { Button } from "../../ui/form/button.tsx";
import { Card } from "../../ui/page-header.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { RoleBadge } from "./role.tsx";

export function Invitations(props: {
  invitations: readonly InvitationView[];
  /** Null for those who may only look. */
  actions: {
    readonly renew: (invitation: InvitationView) => void;
    readonly revoke: (invitation: InvitationView) => void;
  } | null;
}) {
  const { invitations, actions } = props;
  const columns: Column<InvitationView>[] = [
    { key: "email", label: "E-mail", cell: ({ email }) => email },
    { key: "role", label: "Role", cell: ({ role }) => <RoleBadge role={role} /> },
    { key: "by", label: "Invited by", cell: ({ invitedBy }) => invitedBy },
    { key: "expires", label: "Works until", cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  ];
  if (actions !== null) {
    columns.push({
      key: "actions",
      label: "Actions",
      kind: "actions",
      cell: (invitation) => (
        <span class="row">
          <Button size="small" onClick={() => actions.renew(invitation)}>
            New link
          </Button>
          <Button size="small" onClick={() => actions.revoke(invitation)}>
            Revoke
          </Button>
        </span>
      ),
    });
  }
  return (
    <Card flush title="Open invitations" description="Each waits for its link to be opened.">
      <Table
        label="Open invitations, newest first"
        columns={columns}
        rows={invitations}
        rowKey={({ id }) => id}
      />
    </Card>
  );
}
