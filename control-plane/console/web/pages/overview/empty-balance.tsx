// Says that an account has no moods before anything is done for nothing: otherwise only the task was refused, after its
// video was sent.
import { hrefOf } from "../../app/router.ts";
import { useSession } from "../../app/session.ts";
import { Notice } from "../../ui/state.tsx";
import { useBalance } from "./balance.ts";

export function EmptyBalance() {
  const { account, isOperator } = useSession();
  const { data } = useBalance();
  if (account === null || data === undefined) return null;
  // Where nothing costs anything, nothing is refused.
  if (data.moodsBalance > 0 || data.priceMultiplier === 0) return null;
  const used =
    data.moodsGranted > 0 ? "All moods of this account are used." : "This account has no moods yet.";
  return (
    <Notice kind="warning" title={used}>
      Tasks that cost moods are refused until an operator grants some.{" "}
      {isOperator && <a href={hrefOf(`/operator/accounts/${account.id}`)}>Grant them to it</a>}
    </Notice>
  );
}
