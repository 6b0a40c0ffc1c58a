// A new password, by a link that an operator or an owner of the account has handed out.
import { useState } from "preact/hooks";
import { post } from "../../api/request.ts";
import { useAction } from "../../api/use-action.ts";
import { hrefOf, navigate } from "../../app/router.ts";
import { Button } from "../../ui/form/button.tsx";
import { submitBy } from "../../ui/form/submit-by.ts";
import { FormErrorNotice, Notice } from "../../ui/state.tsx";
import { tell } from "../../ui/toast.tsx";
import { EntryFrame } from "./entry-frame.tsx";
import { useLinkToken } from "./link-token.ts";
import { NewPasswordField } from "./new-password.tsx";

function ResetForm({ token }: { token: string }) {
  const [password, setPassword] = useState("");
  const action = useAction(async () => {
    await post("/console/api/password-resets", { token, password });
    tell("Your password is set. Sign in with it.");
    navigate("/sign-in", { replace: true });
  });
  const { error } = action;
  return (
    <form onSubmit={submitBy(action.run)}>
      <FormErrorNotice error={error} fields={["/password"]} />
      <NewPasswordField
        label="New password"
        value={password}
        onInput={setPassword}
        error={error?.fieldMessage("/password")}
      />
      <Button kind="primary" type="submit" wide busy={action.isRunning}>
        Set the password
      </Button>
    </form>
  );
}

export default function ResetPage() {
  const token = useLinkToken();
  return (
    <EntryFrame
      title="Set a new password"
      description="All your sessions end, and you sign in with the new one."
      other={<a href={hrefOf("/sign-in")}>Back to signing in</a>}
    >
      {token === undefined ? (
        <Notice kind="warning" title="This link is not whole.">
          Open it exactly as you got it; it ends with # and a long code. Or ask your operator for a new one.
        </Notice>
      ) : (
        <ResetForm key={token} token={token} />
      )}
    </EntryFrame>
  );
}
