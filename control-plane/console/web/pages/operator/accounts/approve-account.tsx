// Approving an account, with the moods that it begins with: without any it could be looked at, and nothing made.
import { useState } from "preact/hooks";
import type { OperatorAccountView } from "../../../../api-types/operator-accounts.ts";
import { OPERATOR_API } from "../../../api/operator-api.ts";
import { post } from "../../../api/request.ts";
import { useAction } from "../../../api/use-action.ts";
import { Button, type ButtonProps } from "../../../ui/form/button.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { formatMoods } from "../../../ui/format.ts";
import { tell } from "../../../ui/toast.tsx";
import { FirstMoods } from "./new-account.tsx";

interface ApprovalProps {
  readonly account: OperatorAccountView;
  readonly onApproved: (account: OperatorAccountView) => void;
}

function ApproveDialog({ account, onApproved, onClose }: ApprovalProps & { readonly onClose: () => void }) {
  const [moods, setMoods] = useState("");
  const action = useAction(async () => {
    const grant = moods.trim() === "" ? {} : { grant: moods.trim(), moodsGranted: account.moodsGranted };
    const approved = await post<OperatorAccountView>(`${OPERATOR_API}/accounts/${account.id}/approve`, grant);
    const { email, moodsBalance } = approved;
    tell(`${email} is approved, with a balance of ${formatMoods(moodsBalance)}.`);
    onClose();
    onApproved(approved);
  });
  return (
    <FormDialog title="Approve the account?" verb="Approve" action={action} onClose={onClose}>
      <p class="soft">{account.email} may make keys and use the API from now on.</p>
      <FirstMoods value={moods} onInput={setMoods} />
    </FormDialog>
  );
}

/** The button that asks, for an account that waits; nothing for any other. */
export function ApproveButton({
  account,
  onApproved,
  ...look
}: ApprovalProps & Pick<ButtonProps, "size" | "icon">) {
  const [isAsking, setAsking] = useState(false);
  if (account.state !== "PENDING") return null;
  return (
    <>
      <Button {...look} kind="primary" onClick={() => setAsking(true)}>
        Approve
      </Button>
      {isAsking && (
        <ApproveDialog account={account} onApproved={onApproved} onClose={() => setAsking(false)} />
      )}
    </>
  );
}
