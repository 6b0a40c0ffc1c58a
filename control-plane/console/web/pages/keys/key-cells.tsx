// What lists of keys say of each, in the words of the form that makes one: to the account's people and to operators.
import type { OperatorKeyView } from "../../../api-types/operator-accounts.ts";
import { Badge, StateBadge } from "../../ui/badge.tsx";
import { Time } from "../../ui/time.tsx";
import { scopesInWords } from "./scopes.ts";
import "../../ui/table.css";
import "./keys.css";

type KeyEnds = Pick<OperatorKeyView, "revokedAt" | "expiresAt">;

function stateOfKey({ revokedAt, expiresAt }: KeyEnds): string {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? "expired" : "active";
}

/** Whether a key works, and until when, where it has an end that is still to come. */
export function KeyState({ apiKey }: { apiKey: KeyEnds }) {
  const state = stateOfKey(apiKey);
  return (
    <span class="cell-stack">
      <StateBadge state={state} />
      {state === "active" && apiKey.expiresAt !== null && (
        <small>
          until <Time at={apiKey.expiresAt} kind="day" />
        </small>
      )}
    </span>
  );
}

/** What a key may do. */
export function KeyScopes({ scopes }: { scopes: readonly string[] }) {
  return (
    <span class="row">
      {scopesInWords(scopes).map((word) => (
        <Badge key={word} plain>
          {word}
        </Badge>
      ))}
    </span>
  );
}

/** From which addresses a key may be used. */
export function KeyAddresses({ ips }: { ips: readonly string[] }) {
  if (ips.length === 0) return <>Anywhere</>;
  return (
    <span class="cell-stack key-addresses">
      {ips.map((address) => (
        <span key={address}>{address}</span>
      ))}
    </span>
  );
}
