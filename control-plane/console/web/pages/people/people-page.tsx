// The people of the account, and who is invited. Owners change it; members see it, and may leave.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type {
  InvitationView,
  MadeInvitationView,
  MemberView,
  PeopleView,
} from "../../../api-types/people.ts";
import { del, get, put } from "../../api/request.ts";
import { useResource } from "../../api/use-resource.ts";
import { navigate } from "../../app/router.ts";
import { askForSession, useSession } from "../../app/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { type Confirmation, useConfirm } from "../../ui/dialog.tsx";
import { Button } from "../../ui/form/button.tsx";
import { formatCount } from "../../ui/format.ts";
import { Card, PageHeader } from "../../ui/page-header.tsx";
import { PagedTable } from "../../ui/pagination.tsx";
import { Loaded, Notice } from "../../ui/state.tsx";
import type { Column } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { tell } from "../../ui/toast.tsx";
import { Invitations } from "./invitations.tsx";
import { InviteDialog, invite, LinkDialog } from "./invite-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { RoleBadge } from "./role.tsx";

const PATH = "/console/api/people";

function columnsOf(userId: string, actions: (person: MemberView) => ComponentChildren): Column<MemberView>[] {
  return [
    {
      key: "person",
      label: "Person",
      cell: ({ id, email, holder }) => (
        <span class="row">
          {email}
          {id === userId && <Badge plain>You</Badge>}
          {holder && <Badge plain>Account holder</Badge>}
        </span>
      ),
    },
    { key: "role", label: "Role", cell: ({ role }) => <RoleBadge role={role} /> },
    {
      key: "totp",
      label: "Second factor",
      cell: ({ totp }) => (totp ? <Badge tone="good">On</Badge> : <span class="faint">Off</span>),
    },
    { key: "joined", label: "Joined", cell: ({ joinedAt }) => <Time at={joinedAt} kind="day" /> },
    { key: "actions", label: "Actions", kind: "actions", cell: actions },
  ];
}

function roleChange(person: MemberView, reload: () => void): Confirmation {
  const toOwner = person.role === "member";
  return {
    title: toOwner ? `Make ${person.email} an owner?` : `Make ${person.email} a member?`,
    text: toOwner
      ? "Owners invite and remove people, and change what others may do."
      : "Members work for the account and manage its keys, but none of its people.",
    verb: toOwner ? "Make an owner" : "Make a member",
    act: async () => {
      await put(`${PATH}/${person.id}`, { role: toOwner ? "owner" : "member" });
      tell(`${person.email} is now ${toOwner ? "an owner" : "a member"}.`);
      // It may have been one's own.
      await askForSession();
      reload();
    },
  };
}

function leaving({ id }: MemberView, account: string): Confirmation {
  return {
    title: `Leave ${account}?`,
    text: "You can work for it no longer, and the keys that you made for it are revoked. Only an owner can invite you again.",
    verb: "Leave",
    danger: true,
    act: async () => {
      await del(`${PATH}/${id}`);
      await askForSession();
      navigate("/");
      tell(`You have left ${account}.`);
    },
  };
}

function revocation({ id, email }: InvitationView, reload: () => void): Confirmation {
  return {
    title: `Revoke the invitation of ${email}?`,
    text: "Its link stops working at once.",
    verb: "Revoke the invitation",
    danger: true,
    act: async () => {
      await del(`${PATH}/${id}`);
      tell("The invitation was revoked.");
      reload();
    },
  };
}

function renewal({ email, role }: InvitationView, onMade: (made: MadeInvitationView) => void): Confirmation {
  return {
    title: `A new link for ${email}?`,
    text: "The earlier link stops working at once.",
    verb: "Make a new link",
    act: async () => onMade(await invite(email, role)),
  };
}

/** What the viewer may do with a person; nothing with the account's holder. */
function PersonActions(props: {
  readonly person: MemberView;
  readonly isOwner: boolean;
  readonly isSelf: boolean;
  readonly onRoleChange: () => void;
  readonly onLeave: () => void;
  readonly onRemove: () => void;
}) {
  const { person, isOwner, isSelf } = props;
  if (person.holder) return null;
  return (
    <span class="row">
      {isOwner && (
        <Button size="small" onClick={props.onRoleChange}>
          {person.role === "owner" ? "Make a member" : "Make an owner"}
        </Button>
      )}
      {isSelf && (
        <Button size="small" onClick={props.onLeave}>
          Leave
        </Button>
      )}
      {isOwner && !isSelf && (
        <Button size="small" onClick={props.onRemove}>
          Remove
        </Button>
      )}
    </span>
  );
}

function tellRemoved({ email }: MemberView, revokedKeys: number): void {
  const keys = `${formatCount(revokedKeys)} ${revokedKeys === 1 ? "key" : "keys"}`;
  tell(`${email} was removed${revokedKeys === 0 ? "" : `, and with them ${keys}`}.`);
}

/** Who works for the account, and who is invited; what is done with invitations is their owners' alone. */
function PeopleTables(props: {
  readonly view: PeopleView;
  readonly isOwner: boolean;
  readonly columns: Column<MemberView>[];
  readonly renew: (invitation: InvitationView) => void;
  readonly revoke: (invitation: InvitationView) => void;
}) {
  const { isOwner, columns, renew, revoke } = props;
  const { people, invitations } = props.view;
  return (
    <div class="stack-large">
      {!isOwner && (
        <Notice kind="info">Only owners invite people, change what they may do, and remove them.</Notice>
      )}
      <Card flush>
        <PagedTable
          of="people"
          label="People of the account"
          columns={columns}
          rows={people}
          rowKey={({ id }) => id}
        />
      </Card>
      {invitations.length > 0 && (
        <Invitations invitations={invitations} actions={isOwner ? { renew, revoke } : null} />
      )}
    </div>
  );
}

export default function PeoplePage() {
  const { user, account } = useSession();
  const people = useResource(`people ${account?.id}`, (signal) => get<PeopleView>(PATH, { signal }));
  const [isInviting, setInviting] = useState(false);
  const [made, setMade] = useState<MadeInvitationView | null>(null);
  const [removed, setRemoved] = useState<MemberView | null>(null);
  const { ask, dialog } = useConfirm();
  const isOwner = account?.role === "owner";
  const { reload } = people;
  const show = (invitation: MadeInvitationView): void => {
    setInviting(false);
    setMade(invitation);
    reload();
  };
  const actions = (person: MemberView): ComponentChildren => (
    <PersonActions
      person={person}
      isOwner={isOwner}
      isSelf={person.id === user.id}
      onRoleChange={() => ask(roleChange(person, reload))}
      onLeave={() => ask(leaving(person, account?.name ?? "the account"))}
      onRemove={() => setRemoved(person)}
    />
  );
  const inviteButton = isOwner && (
    <Button
      kind="primary"
      icon="plus"
      disabled={account.state !== "APPROVED"}
      onClick={() => setInviting(true)}
    >
      Invite somebody
    </Button>
  );
  return (
    <>
      <PageHeader
        title="People"
        description={
          <>
            Who works for <bdi>{account?.name ?? "this account"}</bdi>.
          </>
        }
        actions={inviteButton}
      />
      <Loaded resource={people}>
        {(view) => (
          <PeopleTables
            view={view}
            isOwner={isOwner}
            columns={columnsOf(user.id, actions)}
            renew={(invitation) => ask(renewal(invitation, show))}
            revoke={(invitation) => ask(revocation(invitation, reload))}
          />
        )}
      </Loaded>
      {isInviting && <InviteDialog onMade={show} onClose={() => setInviting(false)} />}
      {made !== null && <LinkDialog made={made} onClose={() => setMade(null)} />}
      {removed !== null && (
        <RemoveDialog
          person={removed}
          onRemoved={({ revokedKeys }) => {
            tellRemoved(removed, revokedKeys);
            reload();
          }}
          onClose={() => setRemoved(null)}
        />
      )}
      {dialog}
    </>
  );
}
