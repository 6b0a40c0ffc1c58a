// The reader's own settings: who they are, their password and second factor, where they are signed in.
import type { OwnSessionView } from "../../../api-types/session.ts";
import { get } from "../../api/request.ts";
import { useResource } from "../../api/use-resource.ts";
import { useSession } from "../../app/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { KeyValues } from "../../ui/key-values.tsx";
import { Card, PageHeader } from "../../ui/page-header.tsx";
import { Time } from "../../ui/time.tsx";
import { PasswordCard } from "./password-card.tsx";
import { SecondFactorCard } from "./second-factor-card.tsx";
import { SESSIONS_PATH, SessionsCard } from "./sessions-card.tsx";
import { SignOnCard } from "./sign-on-card.tsx";

function ProfileCard() {
  const { user, accounts, isOperator, expiresAt } = useSession();
  const names = accounts.map(({ id, name, role }) => (
    <span key={id} class="row">
      {name} <Badge plain>{role === "owner" ? "Owner" : "Member"}</Badge>
    </span>
  ));
  return (
    <Card title="Profile">
      <KeyValues
        folding
        entries={[
          { key: "E-mail", value: user.email },
          { key: accounts.length > 1 ? "Accounts" : "Account", value: names.length === 0 ? "None" : names },
          ...(isOperator ? [{ key: "Operator", value: "You operate this appliance." }] : []),
          { key: "Signed in until", value: <Time at={expiresAt} /> },
        ]}
      />
    </Card>
  );
}

export default function SettingsPage() {
  const { user } = useSession();
  const sessions = useResource(SESSIONS_PATH, (signal) =>
    get<readonly OwnSessionView[]>(SESSIONS_PATH, { signal }),
  );
  return (
    <>
      <PageHeader title="Settings" description="Your own, whichever account you work for." />
      <div class="stack">
        <ProfileCard />
        {user.hasPassword && <PasswordCard onChange={sessions.reload} />}
        {user.hasPassword && <SecondFactorCard onChange={sessions.reload} />}
        <SignOnCard />
        <SessionsCard sessions={sessions} />
      </div>
    </>
  );
}
