// Signing in by password, in two steps where there is a second factor: on the page for it, and over a page whose session has
// ended.
import { useState } from "preact/hooks";
import { SECOND_FACTOR_LIMITS } from "../../../../../shared/limits/people.ts";
import { type ApiError, asApiError } from "../../api/api-error.ts";
import { useAction } from "../../api/use-action.ts";
import { type Credentials, signIn } from "../../app/session.ts";
import { Button } from "../../ui/form/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { submitBy } from "../../ui/form/submit-by.ts";
import { ErrorNotice } from "../../ui/state.tsx";

function needsCode(error: ApiError): boolean {
  return error.status === 401 && error.fieldMessage("/code") !== undefined;
}

/** Signing in, in two steps where there is a second factor. */
export function useSignIn(knownEmail = "") {
  const [email, setEmail] = useState(knownEmail);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [asksCode, setAsksCode] = useState(false);
  const action = useAction(async (credentials: Credentials) => {
    try {
      await signIn(credentials);
    } catch (thrown) {
      const error = asApiError(thrown);
      if (!needsCode(error)) throw error;
      setAsksCode(true);
      // Asked for it for the first time: nothing is wrong yet.
      if (credentials.code !== undefined) throw error;
    }
  });
  const submit = submitBy(() =>
    action.run(asksCode ? { email, password, code: code.replaceAll(" ", "") } : { email, password }),
  );
  const goBack = (): void => {
    setAsksCode(false);
    setCode("");
    action.clear();
  };
  return { email, setEmail, password, setPassword, code, setCode, asksCode, goBack, submit, action };
}

export type SignInForm = ReturnType<typeof useSignIn>;

/** The second step: a code of the app, or a recovery code. */
export function CodeForm(props: { form: SignInForm; wayBack: string }) {
  const { form, wayBack } = props;
  return (
    <form onSubmit={form.submit}>
      <ErrorNotice error={form.action.error} />
      <TextField
        label="Code"
        hint="The six digits that your authenticator app shows now, or one of your recovery codes."
        name="code"
        value={form.code}
        onInput={form.setCode}
        autocomplete="one-time-code"
        inputMode="text"
        maxLength={SECOND_FACTOR_LIMITS.typedLength}
        required
        autofocus
        mono
      />
      <Button kind="primary" type="submit" wide busy={form.action.isRunning}>
        Continue
      </Button>
      <Button kind="quiet" wide onClick={form.goBack}>
        {wayBack}
      </Button>
    </form>
  );
}
