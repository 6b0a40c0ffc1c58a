// The first operator of a new appliance, by the one-time link that its start has shown.
import { useState } from "preact/hooks";
import type { SessionView } from "../../../api-types/session.ts";
import { post } from "../../api/request.ts";
import { useAction } from "../../api/use-action.ts";
import { navigate } from "../../app/router.ts";
import { enter } from "../../app/session.ts";
import { Button } from "../../ui/form/button.tsx";
import { submitBy } from "../../ui/form/submit-by.ts";
import { FormErrorNotice, Notice } from "../../ui/state.tsx";
import { tell } from "../../ui/toast.tsx";
import { EntryFrame } from "./entry-frame.tsx";
import { useLinkToken } from "./link-token.ts";
import { NewPasswordField } from "./new-password.tsx";
import { OwnEmailField } from "./own-email.tsx";

function SetupForm({ token }: { token: string }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const action = useAction(async () => {
    enter(await post<SessionView>("/console/api/setup", { token, email, password }));
    tell("You operate this appliance.");
    navigate("/", { replace: true });
  });
  const { error } = action;
  return (
    <form onSubmit={submitBy(action.run)}>
      <FormErrorNotice error={error} fields={["/email", "/password"]} />
      <OwnEmailField value={email} onInput={setEmail} error={error?.fieldMessage("/email")} />
      <NewPasswordField value={password} onInput={setPassword} error={error?.fieldMessage("/password")} />
      <Button kind="primary" type="submit" wide busy={action.isRunning}>
        Become the operator
      </Button>
    </form>
  );
}

export default function SetupPage() {
  const token = useLinkToken();
  return (
    <EntryFrame title="Set up Clipmill" description="You become the first operator of this appliance.">
      {token === undefined ? (
        <Notice kind="warning" title="This link is not whole.">
          Open it exactly as the appliance's log shows it; it ends with # and a long code.
        </Notice>
      ) : (
        <SetupForm key={token} token={token} />
      )}
    </EntryFrame>
  );
}
