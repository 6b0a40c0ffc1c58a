// Says that an account has no moods before its people upload a video for a task that would then be refused.
import type { Balance } from "../../../../../shared/schemas/balance.ts";
import { hrefOf } from "../../app/router.ts";
import { useSession } from "../../app/session.ts";
import { Notice } from "../../ui/state.tsx";

export function EmptyBalance({ balance }: { balance: Balance | undefined }) {
  const { account, isOperator } = useSession();
  if (account === null || balance === undefined) return null;
  // Where nothing costs anything, nothing is refused.
  if (balance.moodsBalance > 0 || balance.priceMultiplier === 0) return null;
  const used =
    balance.moodsGranted > 0 ? "All moods of this account are used." : "This account has no moods yet.";
  return (
    <Notice kind="warning" title={used}>
      Tasks that cost moods are refused until an operator grants some.{" "}
      {isOperator && <a href={hrefOf(`/operator/accounts/${account.id}`)}>Grant them to it</a>}
    </Notice>
  );
}
