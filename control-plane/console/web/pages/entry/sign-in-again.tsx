// Asks the person of a session that has ended to sign in again, over their page, which goes on afterwards as it was. It is
// not a file that is loaded by itself: where the control plane was updated meanwhile, that file would be gone.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { SessionView, SignInView } from "../../../api-types/session.ts";
import { withQuery } from "../../api/request.ts";
import type { Resource } from "../../api/use-resource.ts";
import { hrefOf } from "../../app/router.ts";
import { giveUpSession } from "../../app/session.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Button, LinkButton } from "../../ui/form/button.tsx";
import { PasswordField } from "../../ui/form/field.tsx";
import { ErrorNotice, ErrorState, Loading, Notice } from "../../ui/state.tsx";
import { CodeForm, type SignInForm, useSignIn } from "./sign-in-form.tsx";
import { waysAgain } from "./ways-again.ts";
import { useWaysIn } from "./ways-in.ts";

function PasswordForm({ form }: { form: SignInForm }) {
  return (
    <form class="stack" onSubmit={form.submit}>
      <ErrorNotice error={form.action.error} />
      {/* By which programs that keep passwords find the right one. */}
      <input type="hidden" name="email" autocomplete="username" value={form.email} />
      <PasswordField
        label="Password"
        value={form.password}
        onInput={form.setPassword}
        autocomplete="current-password"
        autofocus
      />
      <Button kind="primary" type="submit" wide busy={form.action.isRunning}>
        Sign in
      </Button>
    </form>
  );
}

/** The provider's page cannot be shown here, and leaving this one would lose what was entered. */
function SignOnElsewhere({ name, isOnly }: { name: string; isOnly: boolean }) {
  return (
    <div class="stack">
      <LinkButton
        href={withQuery("/console/api/oidc/start", { return: hrefOf("/") })}
        kind={isOnly ? "primary" : "plain"}
        icon="external"
        newTab
        wide
      >
        Sign in with {name} in another tab
      </LinkButton>
      <p class="field-hint">Then come back to this one.</p>
    </div>
  );
}

/** What leads back in without a password. */
function OtherWay({ provider, options }: { provider: string | null; options: Resource<SignInView> }) {
  const { data, error, reload } = options;
  if (data === undefined) {
    return error === undefined ? <Loading lines={3} /> : <ErrorState error={error} onRetry={reload} />;
  }
  if (provider === null) {
    return (
      <Notice kind="warning" title="You cannot sign in here as before.">
        This appliance takes no password of yours now, and has no provider at which you could sign in. Ask an
        operator, and leave this page open meanwhile.
      </Notice>
    );
  }
  return <SignOnElsewhere name={provider} isOnly />;
}

/** Has the focus, which the button below must not get from somebody who types: it leaves the page. */
function Focused({ children }: { children: ComponentChildren }) {
  const part = useRef<HTMLDivElement>(null);
  // In a dialog that was open before, in place of the form for a password.
  useEffect(() => part.current?.focus(), []);
  return (
    <div tabIndex={-1} autofocus ref={part}>
      {children}
    </div>
  );
}

/** What leads back in. A form for the password stands first, and at once: what comes later does not move it. */
function Ways(props: { session: SessionView; form: SignInForm; options: Resource<SignInView> }) {
  const { session, form, options } = props;
  const { provider, password } = waysAgain(session, options.data);
  if (!password) {
    return (
      <Focused>
        <OtherWay provider={provider} options={options} />
      </Focused>
    );
  }
  return (
    <>
      <PasswordForm form={form} />
      {provider !== null && <SignOnElsewhere name={provider} isOnly={false} />}
    </>
  );
}

/** Lies over the page until the same person is signed in; what was entered there stays. */
export function SignInAgain({ session }: { session: SessionView }) {
  const { user } = session;
  const form = useSignIn(user.email);
  const options = useWaysIn();
  return (
    <Dialog title="Your session has ended" onClose={giveUpSession} covering>
      <div class="stack">
        <p class="soft">
          Sign in again as <strong>{user.email}</strong> and go on where you were: nothing that you have
          entered is lost.
        </p>
        {form.asksCode ? (
          <CodeForm form={form} wayBack="Enter the password again" />
        ) : (
          <Ways session={session} form={form} options={options} />
        )}
        <Button kind="quiet" wide onClick={giveUpSession}>
          Sign in as somebody else
        </Button>
      </div>
    </Dialog>
  );
}
