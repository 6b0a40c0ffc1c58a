import type { OperatorKeyView } from "../../../api-types/operator-accounts.ts";

/** Whether a key works still, as a state's badge names it. */
export function stateOfKey({
  revokedAt,
  expiresAt,
}: Pick<OperatorKeyView, "revokedAt" | "expiresAt">): string {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? "expired" : "active";
}
