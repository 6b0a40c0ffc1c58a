// In the place of the form while its task waits for a file: how far that is, and the way back.
import { Button } from "../../ui/form/button.tsx";
import { Card } from "../../ui/page-header.tsx";
import { SendingFile } from "./source-field.tsx";
import type { Start } from "./start-task.ts";
import type { TabUpload } from "./tab-upload.ts";

/** @param isStarting whether the file has arrived and the task is being made: it is too late to take it back */
export function WaitingStart(props: {
  start: Start;
  sending: TabUpload;
  isStarting: boolean;
  onTakeBack: () => void;
}) {
  const { start, sending, isStarting, onTakeBack } = props;
  return (
    <Card
      title={`${start.form.label}: waiting for your file`}
      description="It starts by itself once the file has arrived. You may look at other pages; leave this tab open."
      actions={
        <Button size="small" icon="close" disabled={isStarting} onClick={onTakeBack}>
          Do not start it
        </Button>
      }
    >
      <SendingFile sending={sending} durationS={sending.durationS} />
    </Card>
  );
}
