// Asks before models are fetched: which they are, what their licences say, and for which nodes where there are several.
import { useState } from "preact/hooks";
import type {
  CatalogueModelView,
  ModelInstallView,
  ModelsFolderView,
} from "../../../../api-types/operator-models.ts";
import { OPERATOR_API } from "../../../api/operator-api.ts";
import { post } from "../../../api/request.ts";
import { useAction } from "../../../api/use-action.ts";
import { Badge } from "../../../ui/badge.tsx";
import { CheckboxGroup } from "../../../ui/form/field.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { formatBytes, formatCountOf } from "../../../ui/format.ts";
import { Notice } from "../../../ui/state.tsx";
import { tell } from "../../../ui/toast.tsx";
import { nameOfFolder, sizeOf, sizeOfAll } from "./model-words.ts";
import "../../../ui/table.css";

/** Models, and the folders where each of them is to be. */
export interface Wanted {
  readonly title: string;
  readonly models: readonly CatalogueModelView[];
  readonly foldersOf: (model: CatalogueModelView) => readonly string[];
}

function roomOf({ freeBytes }: ModelsFolderView): string {
  return freeBytes === null ? "its room is not known" : `${formatBytes(freeBytes)} free`;
}

function WantedModels({ models }: { models: readonly CatalogueModelView[] }) {
  return (
    <ul class="wanted-models">
      {models.map((model) => (
        <li key={model.name}>
          <span class="cell-stack">
            <strong>{model.title}</strong>
            <small>
              {model.license} · <span class="mono">{model.repository}</span>
            </small>
          </span>
          <span class="numeric">{sizeOf(model)}</span>
          {model.nonCommercial && <Badge tone="warning">Not for commercial use</Badge>}
        </li>
      ))}
    </ul>
  );
}

/** Install, 670 MiB; Install 5 models, at least 2.4 GiB. */
function verbFor(models: readonly CatalogueModelView[]): string {
  const verb = models.length === 1 ? "Install" : `Install ${formatCountOf(models.length, "model")}`;
  const size = sizeOfAll(models);
  return size === null ? verb : `${verb}, ${size}`;
}

export function InstallDialog(props: {
  wanted: Wanted;
  folders: readonly ModelsFolderView[];
  onClose: () => void;
  onDone: () => void;
}) {
  const { wanted, onClose, onDone } = props;
  const { title, models, foldersOf } = wanted;
  const folders = props.folders.filter(({ id }) => models.some((model) => foldersOf(model).includes(id)));
  const [chosen, setChosen] = useState<readonly string[]>(folders.map(({ id }) => id));
  const action = useAction(async () => {
    const installs = models.flatMap((model) =>
      foldersOf(model)
        .filter((folderId) => chosen.includes(folderId))
        .map((folderId) => ({ model: model.name, folderId })),
    );
    const asked = await post<readonly ModelInstallView[]>(`${OPERATOR_API}/model-installs`, { installs });
    tell(asked.length === 0 ? "It is there or under way already." : "The nodes begin within seconds.");
    onDone();
    onClose();
  });
  const [only] = folders;
  return (
    <FormDialog
      title={title}
      verb={verbFor(models)}
      icon="download"
      action={action}
      disabled={chosen.length === 0}
      onClose={onClose}
    >
      <WantedModels models={models} />
      {models.some(({ nonCommercial }) => nonCommercial) && (
        <Notice kind="warning">
          The licence forbids commercial use: who installs it answers for how it is used.
        </Notice>
      )}
      {folders.length > 1 ? (
        <CheckboxGroup
          label="On which nodes"
          options={folders.map((folder) => ({
            value: folder.id,
            label: nameOfFolder(folder),
            hint: `${roomOf(folder)} · ${folder.path}`,
          }))}
          chosen={chosen}
          onChange={setChosen}
        />
      ) : (
        only !== undefined && (
          <p class="soft">
            On {nameOfFolder(only)}, {roomOf(only)}. Jobs go on meanwhile; the model is used as soon as it is
            whole.
          </p>
        )
      )}
    </FormDialog>
  );
}
