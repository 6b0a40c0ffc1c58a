// GET /balance: what admission has already read of the account, so that the most polled endpoint of all asks the
// database nothing more.
import { Balance } from "../../../shared/schemas/balance.ts";
import type { AccountBalance } from "../../accounts/admission.ts";
import { jsonReply, type Route } from "../route.ts";

/** Subtracts in ten-thousandths: the difference of two decimals is exact, as the ledger is. */
function subtractMoods(granted: number, used: number): number {
  return (Math.round(granted * 10_000) - Math.round(used * 10_000)) / 10_000;
}

function viewBalance(balance: AccountBalance): Balance {
  const moodsGranted = Number(balance.moodsGranted);
  const moodsUsed = Number(balance.moodsUsed);
  const { perMinute, perDay, accountPerMinute, accountPerDay } = balance;
  return {
    moodsBalance: subtractMoods(moodsGranted, moodsUsed),
    moodsUsed,
    moodsGranted,
    priceMultiplier: Number(balance.priceMultiplier),
    rateLimit: { perMinute, perDay, accountPerMinute, accountPerDay },
  };
}

/** The route of an account's balance; it asks no database, and so needs no services. */
export function balanceRoutes(): Route[] {
  return [
    {
      operation: {
        id: "readBalance",
        tag: "Account",
        summary: "Balance and limits",
        reply: { status: 200, schema: Balance },
        errors: [],
      },
      method: "GET",
      path: "/api/v1/balance",
      access: "key",
      scope: "BALANCE",
      body: "none",
      async handle(_call, { balance }) {
        return jsonReply(200, "Balance read", viewBalance(balance));
      },
    },
  ];
}
