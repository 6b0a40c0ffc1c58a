// Taking somebody out of the account. What they have made keys for goes on, where an owner wants that.
import { useState } from "preact/hooks";
import type { MemberView, RemovalView } from "../../../api-types/people.ts";
import { del } from "../../api/request.ts";
import { useAction } from "../../api/use-action.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Button } from "../../ui/form/button.tsx";
import { Checkbox } from "../../ui/form/field.tsx";
import { ErrorNotice } from "../../ui/state.tsx";

export function RemoveDialog(props: {
  person: MemberView;
  onRemoved: (removal: RemovalView) => void;
  onClose: () => void;
}) {
  const { person, onRemoved, onClose } = props;
  const [keepsKeys, setKeepsKeys] = useState(false);
  const action = useAction(async () => {
    onRemoved(await del<RemovalView>(`/console/api/people/${person.id}?keepKeys=${keepsKeys}`));
    onClose();
  });
  return (
    <Dialog title={`Remove ${person.email}?`} onClose={onClose}>
      <div class="stack">
        <p class="soft">They can work for this account no longer, from now on. You may invite them again.</p>
        <Checkbox
          label="Keep the keys that they made"
          hint="Otherwise these are revoked: they may have copied them."
          checked={keepsKeys}
          onChange={setKeepsKeys}
        />
        <ErrorNotice error={action.error} />
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="danger" busy={action.isRunning} onClick={() => void action.run()}>
          Remove
        </Button>
      </DialogActions>
    </Dialog>
  );
}
