// What an entry of a ledger is, to an account's people and to operators.
import type { LedgerEntryView } from "../../../api-types/account.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";

type Kind = LedgerEntryView["kind"];

const TONES: Readonly<Record<Kind, Tone>> = {
  grant: "good",
  charge: "quiet",
  refund: "busy",
  adjustment: "warning",
};

export function LedgerKindBadge({ kind }: { kind: Kind }) {
  return <Badge tone={TONES[kind]}>{kind.slice(0, 1).toUpperCase() + kind.slice(1)}</Badge>;
}
