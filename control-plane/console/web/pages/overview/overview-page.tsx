// The account at a glance: what it has, what it does now, what it used. For those whose account cannot be used yet,
// what comes next.
import { useState } from "preact/hooks";
import type { PersonAccountView } from "../../../api-types/session.ts";
import { changeAccount } from "../../app/account-menu.tsx";
import { hrefOf } from "../../app/router.ts";
import { useSession } from "../../app/session.ts";
import { Button, LinkButton } from "../../ui/form/button.tsx";
import { Card, PageHeader } from "../../ui/page-header.tsx";
import { EmptyState } from "../../ui/state.tsx";
import { OwnAccount } from "../operator/accounts/new-account.tsx";
import { useBalance } from "./balance.ts";
import { EmptyBalance } from "./empty-balance.tsx";
import { NextSteps } from "./next-steps.tsx";
import { RecentTasks } from "./recent-tasks.tsx";
import { Balance, UsageCard } from "./usage.tsx";

function Figures() {
  const balance = useBalance();
  return (
    <div class="stack-large">
      <EmptyBalance balance={balance.data} />
      <Balance balance={balance} />
      <RecentTasks />
      <UsageCard />
    </div>
  );
}

function Account({ account }: { account: PersonAccountView }) {
  const isUsable = account.state === "APPROVED" && !account.blocked;
  const actions = isUsable && (
    <LinkButton kind="primary" icon="plus" href={hrefOf("/playground?make=clips")}>
      New clips
    </LinkButton>
  );
  return (
    <>
      <PageHeader title="Overview" description={<bdi>{account.name}</bdi>} actions={actions} />
      {isUsable ? <Figures /> : <NextSteps account={account} />}
    </>
  );
}

/** For whoever has left the account for which they worked, or was taken out of it, and has others. */
function Choice({ accounts }: { accounts: readonly PersonAccountView[] }) {
  return (
    <>
      <PageHeader title="Overview" />
      <Card>
        <EmptyState
          icon="accounts"
          title="You work for no account now"
          action={accounts.map(({ id, name }) => (
            <Button key={id} onClick={() => void changeAccount(id, name)}>
              {name}
            </Button>
          ))}
        >
          Choose for which one you go on.
        </EmptyState>
      </Card>
    </>
  );
}

/** For an operator who could make nothing here: the first one of an appliance has no account. */
function OperatorAlone() {
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <PageHeader title="Overview" />
      <Card>
        <EmptyState
          icon="accounts"
          title="You have no account yet"
          action={
            <>
              <Button kind="primary" icon="plus" onClick={() => setMaking(true)}>
                Make an account for yourself
              </Button>
              <LinkButton href={hrefOf("/operator/health")}>Look after the appliance</LinkButton>
            </>
          }
        >
          You operate this appliance. Keys, tasks and moods belong to accounts: to cut videos, make one for
          yourself.
        </EmptyState>
      </Card>
      {isMaking && <OwnAccount onClose={() => setMaking(false)} />}
    </>
  );
}

export default function OverviewPage() {
  const { account, accounts, isOperator } = useSession();
  if (account !== null) return <Account account={account} />;
  if (accounts.length > 0) return <Choice accounts={accounts} />;
  if (isOperator) return <OperatorAlone />;
  return (
    <>
      <PageHeader title="Overview" />
      <Card>
        <EmptyState icon="accounts" title="You belong to no account">
          Keys, tasks and moods belong to accounts. Ask an owner of one to add you, or an operator to make one
          for you.
        </EmptyState>
      </Card>
    </>
  );
}
