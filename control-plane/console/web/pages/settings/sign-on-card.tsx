// Signing in at the company's identity provider from now on, for somebody who is here already.
import { useEffect, useRef, useState } from "preact/hooks";
import type { SignOnLinkView, SignOnView } from "../../../api-types/sign-on.ts";
import { get, post } from "../../api/request.ts";
import { useAction } from "../../api/use-action.ts";
import { useResource } from "../../api/use-resource.ts";
import { setQuery, usePlace } from "../../app/router.ts";
import { useSession } from "../../app/session.ts";
import { Button } from "../../ui/form/button.tsx";
import { Card } from "../../ui/page-header.tsx";
import { ErrorNotice, Loaded, Notice } from "../../ui/state.tsx";
import { tell } from "../../ui/toast.tsx";
import { signOnFailure } from "../entry/sign-on-failures.ts";
import { useWaysIn } from "../entry/ways-in.ts";
import { type Proof, ProofDialog } from "./proof-dialog.tsx";

async function connect(proof: Partial<Proof>): Promise<void> {
  const { url } = await post<SignOnLinkView>("/console/api/oidc/link", proof);
  location.assign(url);
}

function ConnectButton({ name }: { name: string }) {
  const { user } = useSession();
  const [isAsking, setIsAsking] = useState(false);
  const action = useAction(() => connect({}));
  return (
    <>
      <ErrorNotice error={action.error} />
      <div>
        <Button
          icon="shield"
          busy={action.isRunning}
          onClick={() => (user.hasPassword ? setIsAsking(true) : void action.run())}
        >
          Connect {name}
        </Button>
      </div>
      {isAsking && (
        <ProofDialog
          title={`Connect ${name}`}
          verb="Continue"
          asksCode={user.totp}
          act={({ password, code }) => connect(user.totp ? { password, code } : { password })}
          onClose={() => setIsAsking(false)}
        >
          From then on you can sign in there, without your password here.
        </ProofDialog>
      )}
    </>
  );
}

function Connection({ name }: { name: string }) {
  const { query } = usePlace();
  const notice = useRef<HTMLDivElement>(null);
  const isNew = query.has("connected");
  const state = useResource("sign-on", (signal) => get<SignOnView>("/console/api/oidc", { signal }));
  const failed = query.get("failed");
  useEffect(() => notice.current?.scrollIntoView({ block: "center" }), [failed]);
  useEffect(() => {
    if (!isNew) return;
    tell(`You can sign in with ${name} from now on.`);
    setQuery({ connected: null });
  }, [isNew, name]);
  return (
    <Card title="Single sign-on" description={`Sign in with ${name} instead of a password.`}>
      <div class="stack">
        {failed !== null && (
          <div ref={notice}>
            <Notice kind="error" title={`${name} is not connected.`}>
              {signOnFailure(failed, name)}
            </Notice>
          </div>
        )}
        <Loaded resource={state}>
          {({ linked }) => (linked ? <p>You can sign in with {name}.</p> : <ConnectButton name={name} />)}
        </Loaded>
      </div>
    </Card>
  );
}

/** Nothing where the appliance has no provider. */
export function SignOnCard() {
  const ways = useWaysIn();
  const name = ways.data?.oidc?.name;
  return name === undefined ? null : <Connection name={name} />;
}
