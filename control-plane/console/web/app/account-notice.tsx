// Above every page: why calls of this account would be refused.
import { Notice } from "../ui/state.tsx";
import { useSession } from "./session.ts";
import "./account-notice.css";

export function AccountNotice() {
  const { account } = useSession();
  if (account === null || (account.state === "APPROVED" && !account.blocked)) return null;
  return (
    <div class="account-notice">
      {account.blocked ? (
        <Notice kind="error" title="This account is blocked.">
          Its keys and its calls are refused. Ask your operator why.
        </Notice>
      ) : (
        <Notice kind="warning" title="This account waits for approval.">
          An operator has to approve it before it can have keys and make calls. Look around meanwhile.
        </Notice>
      )}
    </div>
  );
}
