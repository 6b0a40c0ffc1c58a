// The account at a glance.
import { useSession } from "../../app/session.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { EmptyState } from "../../ui/state.tsx";

export default function OverviewPage() {
  const { account } = useSession();
  return (
    <>
      <PageHeader title="Overview" description={account?.name} />
      {account === null && (
        <EmptyState icon="accounts" title="You belong to no account yet">
          Ask an owner of one to add you, or an operator to make one for you.
        </EmptyState>
      )}
    </>
  );
}
