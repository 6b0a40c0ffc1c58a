// An account where operators read of it: its owner's address, and its id, by which the command line takes it.
import { hrefOf } from "../../app/router.ts";
import "../../ui/table.css";

export function AccountLink({ id, email }: { id: string; email: string | null }) {
  return (
    <span class="cell-stack">
      <a href={hrefOf(`/operator/accounts/${id}`)}>{email ?? id}</a>
      <small class="mono">{id}</small>
    </span>
  );
}
