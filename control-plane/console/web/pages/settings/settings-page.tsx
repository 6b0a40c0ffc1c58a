// The reader's own settings.
import { useSession } from "../../app/session.ts";
import { KeyValues } from "../../ui/key-values.tsx";
import { Card, PageHeader } from "../../ui/page-header.tsx";

export default function SettingsPage() {
  const { user, account } = useSession();
  return (
    <>
      <PageHeader title="Settings" description="Who you are to this appliance." />
      <Card title="Profile">
        <KeyValues
          entries={[
            { key: "E-mail", value: user.email },
            { key: "Account", value: account?.name ?? "None" },
          ]}
        />
      </Card>
    </>
  );
}
