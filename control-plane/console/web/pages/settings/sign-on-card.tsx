// Signing in at the company's identity provider from now on, for somebody who is here already.
import type { SignInView } from "../../../api-types/session.ts";
import type { SignOnLinkView, SignOnView } from "../../../api-types/sign-on.ts";
import { get, post } from "../../api/request.ts";
import { useAction } from "../../api/use-action.ts";
import { useResource } from "../../api/use-resource.ts";
import { usePlace } from "../../app/router.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/page-header.tsx";
import { ErrorNotice, Loaded, Notice } from "../../ui/state.tsx";
import { signOnFailure } from "../entry/sign-on-failures.ts";

function Connection({ name }: { name: string }) {
  const { query } = usePlace();
  const state = useResource("sign-on", (signal) => get<SignOnView>("/console/api/oidc", { signal }));
  const action = useAction(async () => {
    const { url } = await post<SignOnLinkView>("/console/api/oidc/link");
    location.assign(url);
  });
  const failed = query.get("failed");
  return (
    <Card title="Single sign-on" description={`Sign in with ${name} instead of a password.`}>
      <div class="stack">
        {failed !== null && (
          <Notice kind="error" title={`${name} is not connected.`}>
            {signOnFailure(failed, name)}
          </Notice>
        )}
        <ErrorNotice error={action.error} />
        <Loaded resource={state}>
          {({ linked }) =>
            linked ? (
              <p>You can sign in with {name}.</p>
            ) : (
              <div>
                <Button icon="shield" busy={action.isRunning} onClick={() => void action.run()}>
                  Connect {name}
                </Button>
              </div>
            )
          }
        </Loaded>
      </div>
    </Card>
  );
}

/** Nothing where the appliance has no provider. */
export function SignOnCard() {
  const ways = useResource("sign-in", (signal) => get<SignInView>("/console/api/sign-in", { signal }));
  const name = ways.data?.oidc?.name;
  return name === undefined ? null : <Connection name={name} />;
}
