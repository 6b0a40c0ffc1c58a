// Importing templates from a JSON file: whole or not at all.
import { useState } from "preact/hooks";
import { OPERATOR_VIEW_LIMITS } from "../../../../../shared/limits/admin.ts";
import { MIB } from "../../../../../shared/limits/units.ts";
import { OPERATOR_API } from "../../api/operator-api.ts";
import { post } from "../../api/request.ts";
import { useAction } from "../../api/use-action.ts";
import { DropArea } from "../../ui/form/drop-area.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { Notice } from "../../ui/state.tsx";
import { tell } from "../../ui/toast.tsx";

interface Chosen {
  readonly name: string;
  readonly templates: readonly unknown[];
}

/** What the file holds, or why it cannot be imported. */
async function read(file: File): Promise<Chosen | string> {
  if (file.size > OPERATOR_VIEW_LIMITS.importBytes)
    return `${file.name} is larger than ${OPERATOR_VIEW_LIMITS.importBytes / MIB} MB: import it by the command \`template import\`.`;
  try {
    const templates = JSON.parse(await file.text()) as unknown;
    return Array.isArray(templates)
      ? { name: file.name, templates }
      : `${file.name} holds no list of templates.`;
  } catch (error) {
    return `${file.name} is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

export function ImportDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [chosen, setChosen] = useState<Chosen | string | null>(null);
  const file = typeof chosen === "object" ? chosen : null;
  const action = useAction(async () => {
    const imported = await post<readonly unknown[]>(`${OPERATOR_API}/templates`, file?.templates);
    tell(imported.length === 1 ? "1 template is imported." : `${imported.length} templates are imported.`);
    onDone();
    onClose();
  });
  return (
    <FormDialog
      title="Import templates"
      verb="Import"
      action={action}
      disabled={file === null}
      onClose={onClose}
    >
      <p class="soft">
        A JSON list, as <code>template list --json</code> prints it. Entries whose <code>template_id</code> is
        there already replace it. Files that templates bring, such as logos and music, are imported by the
        command line, which reads them beside the list.
      </p>
      <DropArea
        label={file === null ? "Drop a file here, or choose one" : file.name}
        hint={file === null ? "JSON, up to 8 MB" : `${file.templates.length} templates`}
        accept=".json,application/json"
        onFiles={([first]) => {
          action.clear();
          if (first !== undefined) void read(first).then(setChosen);
        }}
      />
      {typeof chosen === "string" && <Notice kind="error" title={chosen} />}
    </FormDialog>
  );
}
