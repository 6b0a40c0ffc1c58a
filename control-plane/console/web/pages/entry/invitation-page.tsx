// Joining an account by an invitation: as whoever is signed in, where it is for them, else with a password, which is the
// person's own where the address has one here already.
import { useState } from "preact/hooks";
import { SECOND_FACTOR_LIMITS } from "../../../../../shared/limits/people.ts";
import type { InvitationOfferView } from "../../../api-types/people.ts";
import type { SessionView } from "../../../api-types/session.ts";
import { asApiError } from "../../api/api-error.ts";
import { post, put } from "../../api/request.ts";
import { useAction } from "../../api/use-action.ts";
import { useResource } from "../../api/use-resource.ts";
import { navigate } from "../../app/router.ts";
import { enter, type SessionState, sessionState } from "../../app/session.ts";
import { useStore } from "../../app/store.ts";
import { Button } from "../../ui/form/button.tsx";
import { PasswordField, TextField } from "../../ui/form/field.tsx";
import { submitBy } from "../../ui/form/submit-by.ts";
import { ErrorNotice, Loaded, Loading, Notice } from "../../ui/state.tsx";
import { tell } from "../../ui/toast.tsx";
import { EntryFrame } from "./entry-frame.tsx";
import { useLinkToken } from "./link-token.ts";

function isFor(state: SessionState, { email }: InvitationOfferView): boolean {
  return state.kind === "signedIn" && state.session.user.email.toLowerCase() === email.toLowerCase();
}

function JoinForm({ token, offer }: { token: string; offer: InvitationOfferView }) {
  const state = useStore(sessionState);
  const isSignedIn = isFor(state, offer);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [asksCode, setAsksCode] = useState(false);
  const action = useAction(async () => {
    const path = "/console/api/invitations";
    try {
      const answer = asksCode ? { token, password, code } : { token, password };
      enter(await (isSignedIn ? put<SessionView>(path, { token }) : post<SessionView>(path, answer)));
    } catch (thrown) {
      const error = asApiError(thrown);
      if (asksCode || error.fieldMessage("/code") === undefined) throw error;
      // Asked for it for the first time: nothing is wrong yet.
      setAsksCode(true);
      return;
    }
    tell(`You now work for ${offer.account}.`);
    navigate("/", { replace: true });
  });
  return (
    <form onSubmit={submitBy(action.run)}>
      <p>
        You are invited to <strong>{offer.account}</strong> as{" "}
        {offer.role === "owner" ? "an owner" : "a member"}, with the address {offer.email}.
      </p>
      {state.kind === "signedIn" && !isSignedIn && (
        <Notice kind="info">
          You are signed in as {state.session.user.email}. Joining signs you out, and in as {offer.email}.
        </Notice>
      )}
      <ErrorNotice error={action.error} />
      {!isSignedIn && (
        <PasswordField
          label="Password"
          value={password}
          onInput={setPassword}
          autocomplete="current-password"
          hint="Yours, if you sign in here already; otherwise a new one of 12 characters or more."
          error={action.error?.fieldMessage("/password")}
        />
      )}
      {!isSignedIn && asksCode && (
        <TextField
          label="Code"
          hint="From your authenticator app, or one of your recovery codes."
          name="code"
          value={code}
          onInput={setCode}
          autocomplete="one-time-code"
          maxLength={SECOND_FACTOR_LIMITS.typedLength}
          required
          autofocus
          mono
        />
      )}
      <Button kind="primary" type="submit" wide busy={action.isRunning}>
        Join
      </Button>
    </form>
  );
}

function Invitation({ token }: { token: string }) {
  const { kind } = useStore(sessionState);
  const offer = useResource("invitation", () =>
    post<InvitationOfferView>("/console/api/invitations/read", { token }),
  );
  // Whether a password is asked for depends on who is signed in.
  if (kind === "asking") return <Loading lines={3} />;
  return (
    <Loaded resource={offer} lines={3}>
      {(data) => <JoinForm token={token} offer={data} />}
    </Loaded>
  );
}

export default function InvitationPage() {
  const token = useLinkToken();
  return (
    <EntryFrame title="Join an account" description="On this Clipmill appliance.">
      {token === undefined ? (
        <Notice kind="warning" title="This link is not whole.">
          Open it exactly as you got it; it ends with # and a long code. Or ask for a new one.
        </Notice>
      ) : (
        <Invitation key={token} token={token} />
      )}
    </EntryFrame>
  );
}
