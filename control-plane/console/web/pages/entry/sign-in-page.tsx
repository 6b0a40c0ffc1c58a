// Signing in: by password, with a second factor where the person has one, or at the company's identity provider.
import { useEffect } from "preact/hooks";
import type { SignInView } from "../../../api-types/session.ts";
import { withQuery } from "../../api/request.ts";
import { hrefOf, navigate, usePlace } from "../../app/router.ts";
import { sessionState } from "../../app/session.ts";
import { useStore } from "../../app/store.ts";
import { Button, LinkButton } from "../../ui/form/button.tsx";
import { PasswordField } from "../../ui/form/field.tsx";
import { ErrorNotice, Notice } from "../../ui/state.tsx";
import { EntryFrame, isInClear } from "./entry-frame.tsx";
import { OwnEmailField } from "./own-email.tsx";
import { CodeForm, type SignInForm, useSignIn } from "./sign-in-form.tsx";
import { signOnFailure } from "./sign-on-failures.ts";
import { useWaysIn } from "./ways-in.ts";

/** Where to go afterwards: a path of the page, and never another site. */
function nextPath(query: URLSearchParams): string {
  const next = query.get("next") ?? "/";
  return next.startsWith("/") && !next.startsWith("//") ? next : "/";
}

/** Links for operators' passwords are made by command alone, and so are all where there is no operator to ask. */
function ForgottenHint({ isByCommand }: { isByCommand: boolean }) {
  return (
    <p class="field-hint">
      Forgot your password?{" "}
      {isByCommand ? (
        <>
          On the appliance's machine, <code>npm run admin -- person reset EMAIL</code> makes a link that sets
          a new one.
        </>
      ) : (
        "An operator can give you a link that sets a new one."
      )}
    </p>
  );
}

function PasswordForm({ form, isByCommand }: { form: SignInForm; isByCommand: boolean }) {
  return (
    <form onSubmit={form.submit}>
      <ErrorNotice error={form.action.error} />
      <OwnEmailField value={form.email} onInput={form.setEmail} />
      <PasswordField
        label="Password"
        value={form.password}
        onInput={form.setPassword}
        autocomplete="current-password"
      />
      <Button kind="primary" type="submit" wide busy={form.action.isRunning}>
        Sign in
      </Button>
      <ForgottenHint isByCommand={isByCommand} />
    </form>
  );
}

function SingleSignOn(props: { options: SignInView; next: string; hasForm: boolean }) {
  const { options, next, hasForm } = props;
  if (options.oidc === null) return null;
  return (
    <div>
      <LinkButton
        href={withQuery("/console/api/oidc/start", { return: hrefOf(next) })}
        kind={options.password ? "plain" : "primary"}
        icon="shield"
        wide
      >
        Sign in with {options.oidc.name}
      </LinkButton>
      {hasForm && <div class="entry-or">or</div>}
    </div>
  );
}

/** Where passwords are for operators alone, they are for when the provider is away. */
function otherWays(options: SignInView, hasForm: boolean) {
  if (options.asksAllowed) {
    return (
      <>
        New here? <a href={hrefOf("/sign-up")}>Ask for an account</a>
      </>
    );
  }
  if (hasForm) return undefined;
  return (
    <>
      An operator? <a href={hrefOf("/sign-in?password")}>Sign in with a password</a>
    </>
  );
}

export default function SignInPage() {
  const { query } = usePlace();
  const form = useSignIn();
  const state = useStore(sessionState);
  const next = nextPath(query);
  const isIn = state.kind === "signedIn";
  useEffect(() => {
    if (isIn) navigate(next, { replace: true });
  }, [isIn, next]);
  const options = useWaysIn();
  const { data } = options;
  // Shown once it is known to stay where it is; where nothing can be known, as before there was another way.
  const hasForm = (data?.password ?? options.error !== undefined) || query.has("password");
  if (form.asksCode) {
    return (
      <EntryFrame title="Second factor" description={`Signing in as ${form.email}.`}>
        <CodeForm form={form} wayBack="Sign in as somebody else" />
      </EntryFrame>
    );
  }
  return (
    <EntryFrame
      title="Sign in"
      description="To the console of this Clipmill appliance."
      other={data === undefined ? undefined : otherWays(data, hasForm)}
    >
      {query.has("failed") && (
        <Notice kind="error" title="Single sign-on did not work.">
          {signOnFailure(query.get("failed") ?? "", data?.oidc?.name ?? "The provider")}
        </Notice>
      )}
      {data?.insecure === true && !isInClear() && (
        <Notice kind="warning" title="This page did not come by HTTPS.">
          Whoever is on the way between you and this appliance can read what you enter, and act as you
          afterwards.
        </Notice>
      )}
      {data?.setup === true && (
        <Notice kind="info" title="This appliance has no operator yet.">
          Whoever opens the one-time link that its log shows at start becomes one. A new link is made on its
          machine, by <code>npm run admin -- operator link</code>.
        </Notice>
      )}
      {data !== undefined && <SingleSignOn options={data} next={next} hasForm={hasForm} />}
      {hasForm && <PasswordForm form={form} isByCommand={data?.setup === true || data?.password === false} />}
    </EntryFrame>
  );
}
