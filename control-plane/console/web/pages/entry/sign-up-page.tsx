// Asking for an account: it can be looked at once, and used after an operator approved it.
import { useState } from "preact/hooks";
import { ACCOUNT_REQUEST_LIMITS } from "../../../../../shared/limits/people.ts";
import type { SessionView } from "../../../api-types/session.ts";
import { post } from "../../api/request.ts";
import { useAction } from "../../api/use-action.ts";
import { hrefOf, navigate } from "../../app/router.ts";
import { enter } from "../../app/session.ts";
import { Button } from "../../ui/form/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { submitBy } from "../../ui/form/submit-by.ts";
import { FormErrorNotice } from "../../ui/state.tsx";
import { EntryFrame } from "./entry-frame.tsx";
import { NewPasswordField } from "./new-password.tsx";
import { OwnEmailField } from "./own-email.tsx";

export default function SignUpPage() {
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const action = useAction(async () => {
    const named = name.trim() === "" ? {} : { name: name.trim() };
    enter(await post<SessionView>("/console/api/accounts", { email, password, ...named }));
    navigate("/");
  });
  const { error } = action;
  return (
    <EntryFrame
      title="Ask for an account"
      description="An operator of this appliance will look at it and approve it."
      other={
        <>
          You have one? <a href={hrefOf("/sign-in")}>Sign in</a>
        </>
      }
    >
      <form onSubmit={submitBy(action.run)}>
        <FormErrorNotice error={error} fields={["/email", "/name", "/password"]} />
        <OwnEmailField value={email} onInput={setEmail} error={error?.fieldMessage("/email")} />
        <TextField
          label="Account name"
          hint="Your team or product."
          name="name"
          value={name}
          onInput={setName}
          autocomplete="organization"
          maxLength={ACCOUNT_REQUEST_LIMITS.nameLength}
          error={error?.fieldMessage("/name")}
          optional
        />
        <NewPasswordField value={password} onInput={setPassword} error={error?.fieldMessage("/password")} />
        <Button kind="primary" type="submit" wide busy={action.isRunning}>
          Ask for the account
        </Button>
      </form>
    </EntryFrame>
  );
}
