// Above every page: why calls of this account would be refused. While it waits for approval the session is read again from
// time to time, so that the notice goes by itself.
import { useEffect } from "preact/hooks";
import { whenSeenAfter } from "../api/when-seen.ts";
import { Notice } from "../ui/state.tsx";
import { renewSession, useSession } from "./session.ts";
import "./account-notice.css";

const LOOK_MS = 15_000;

export function AccountNotice() {
  const { account } = useSession();
  const isWaiting = account?.state === "PENDING" && !account.blocked;
  useEffect(() => {
    if (!isWaiting) return undefined;
    let stop = (): void => undefined;
    const lookLater = (): void => {
      stop = whenSeenAfter(LOOK_MS, () => {
        renewSession();
        lookLater();
      });
    };
    lookLater();
    return () => stop();
  }, [isWaiting]);
  if (account === null || (account.state === "APPROVED" && !account.blocked)) return null;
  return (
    <div class="account-notice">
      {account.blocked ? (
        <Notice kind="error" title="This account is blocked.">
          Its keys and its calls are refused. Ask your operator why.
        </Notice>
      ) : (
        <Notice kind="warning" title="This account waits for approval.">
          An operator has to approve it before it can have keys and make calls. You see here when one has.
        </Notice>
      )}
    </div>
  );
}
