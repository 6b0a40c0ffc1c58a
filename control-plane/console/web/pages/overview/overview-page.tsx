// The account at a glance: what it has, what it does now, what it used. For those whose account cannot be used yet,
// what comes next.
import type { PersonAccountView } from "../../../api-types/session.ts";
import { hrefOf } from "../../app/router.ts";
import { useSession } from "../../app/session.ts";
import { LinkButton } from "../../ui/form/button.tsx";
import { Card, PageHeader } from "../../ui/page-header.tsx";
import { EmptyState } from "../../ui/state.tsx";
import { NextSteps } from "./next-steps.tsx";
import { RecentTasks } from "./recent-tasks.tsx";
import { Balance, UsageCard } from "./usage.tsx";

function Account({ account }: { account: PersonAccountView }) {
  const isUsable = account.state === "APPROVED" && !account.blocked;
  const actions = isUsable && (
    <LinkButton kind="primary" icon="play" href={hrefOf("/playground")}>
      Open the playground
    </LinkButton>
  );
  return (
    <>
      <PageHeader title="Overview" description={account.name} actions={actions} />
      {isUsable ? (
        <div class="stack-large">
          <Balance />
          <RecentTasks />
          <UsageCard />
        </div>
      ) : (
        <NextSteps account={account} />
      )}
    </>
  );
}

export default function OverviewPage() {
  const { account, isOperator } = useSession();
  if (account !== null) return <Account account={account} />;
  return (
    <>
      <PageHeader title="Overview" />
      <Card>
        <EmptyState
          icon="accounts"
          title="You belong to no account"
          action={
            isOperator && <LinkButton href={hrefOf("/operator/health")}>Look after the appliance</LinkButton>
          }
        >
          Keys, tasks and moods belong to accounts. Ask an owner of one to add you, or an operator to make one
          for you.
        </EmptyState>
      </Card>
    </>
  );
}
