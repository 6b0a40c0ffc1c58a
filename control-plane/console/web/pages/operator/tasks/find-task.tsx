// Leads to a task by the id that somebody has told.
import { useState } from "preact/hooks";
import { navigate } from "../../../app/router.ts";
import { Button } from "../../../ui/form/button.tsx";
import { TextField } from "../../../ui/form/field.tsx";
import { pathOfOperatorTask } from "./operator-task-link.tsx";

/** Longer than any id. */
const MAX_ID = 100;

export function FindTask() {
  const [id, setId] = useState("");
  return (
    <form
      class="find-task"
      onSubmit={(event) => {
        event.preventDefault();
        if (id.trim() !== "") navigate(pathOfOperatorTask(id.trim()));
      }}
    >
      <TextField label="A task's id" type="search" maxLength={MAX_ID} value={id} onInput={setId} mono />
      <Button type="submit" icon="search" disabled={id.trim() === ""}>
        Look it up
      </Button>
    </form>
  );
}
