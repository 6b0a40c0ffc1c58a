// Models that nodes can install, and those that they install now.
import { useEffect, useMemo, useState } from "preact/hooks";
import type {
  CatalogueModelView,
  ModelCatalogueView,
  ModelInstallView,
  ModelsFolderView,
} from "../../../../api-types/operator-models.ts";
import { OPERATOR_API } from "../../../api/operator-api.ts";
import { get } from "../../../api/request.ts";
import { useResource } from "../../../api/use-resource.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { SelectField } from "../../../ui/form/field.tsx";
import { formatCountOf } from "../../../ui/format.ts";
import { Card } from "../../../ui/page-header.tsx";
import { EmptyState, Loaded, Notice } from "../../../ui/state.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { InstallDialog, type Wanted } from "./install-dialog.tsx";
import { Installs, isUnderWay } from "./installs.tsx";
import { nameOfFolder, nameOfModelKind, sizeOf, sizeOfAll } from "./model-words.ts";
import "./catalogue.css";

const POLL_MS = { busy: 1_500, idle: 8_000 } as const;
const ALL = "";

/** Folders for which a model is under way. */
type UnderWay = (model: string) => readonly string[];

function without(folders: readonly string[], others: readonly string[]): string[] {
  return folders.filter((id) => !others.includes(id));
}

function missingOn(model: CatalogueModelView, underWay: UnderWay): string[] {
  return without(model.installableOn, [...model.installedOn, ...underWay(model.name)]);
}

function Place(props: {
  model: CatalogueModelView;
  folders: readonly ModelsFolderView[];
  underWay: UnderWay;
}) {
  const { model, folders, underWay } = props;
  const { installedOn, installableOn, recommendedFor } = model;
  const all = new Set([...installableOn, ...installedOn]).size;
  if (installedOn.length > 0 && installedOn.length === all) return <Badge tone="good">Installed</Badge>;
  if (installedOn.length > 0) {
    return (
      <span class="cell-stack">
        <Badge tone="good">
          On {installedOn.length} of {all}
        </Badge>
        <small>
          {folders
            .filter(({ id }) => installedOn.includes(id))
            .map(nameOfFolder)
            .join(", ")}
        </small>
      </span>
    );
  }
  if (underWay(model.name).length > 0) return <Badge tone="busy">Under way</Badge>;
  return recommendedFor.length > 0 ? <Badge tone="warning">Recommended</Badge> : <Badge>Not installed</Badge>;
}

function columnsFor(
  folders: readonly ModelsFolderView[],
  underWay: UnderWay,
  onInstall: (model: CatalogueModelView) => void,
): Column<CatalogueModelView>[] {
  return [
    {
      key: "model",
      label: "Model",
      cell: ({ title, name }) => (
        <span class="cell-stack">
          <span>{title}</span>
          <small class="mono">{name}</small>
        </span>
      ),
    },
    {
      key: "for",
      label: "What it is for",
      cell: ({ kind, improves }) => (
        <span class="cell-stack model-use">
          <Badge plain>{nameOfModelKind(kind)}</Badge>
          <small>{improves}</small>
        </span>
      ),
    },
    { key: "size", label: "Size", kind: "number", cell: sizeOf },
    {
      key: "license",
      label: "Licence",
      cell: ({ license, nonCommercial }) => (
        <span class="cell-stack model-license">
          <span>{license}</span>
          {nonCommercial && <Badge tone="warning">Not for commercial use</Badge>}
        </span>
      ),
    },
    {
      key: "place",
      label: "State",
      cell: (model) => <Place model={model} folders={folders} underWay={underWay} />,
    },
    {
      key: "do",
      label: "Actions",
      kind: "actions",
      cell: (model) =>
        missingOn(model, underWay).length > 0 && (
          <Button size="small" icon="download" onClick={() => onInstall(model)}>
            Install
            <span class="visually-hidden"> {model.title}</span>
          </Button>
        ),
    },
  ];
}

/** What the machines should have, with one button for all of it. */
function Recommended(props: { models: readonly CatalogueModelView[]; onInstall: () => void }) {
  const { models, onInstall } = props;
  if (models.length === 0) return null;
  const size = sizeOfAll(models);
  const senses = [...new Set(models.map(({ sense, kind }) => sense ?? nameOfModelKind(kind)))].join(", ");
  return (
    <Notice kind="info" title={`Better results with ${formatCountOf(models.length, "recommended model")}`}>
      <div class="row-between">
        <span>
          For {senses}; chosen by what the nodes' machines can run{size === null ? "" : `, ${size} in all`}.
        </span>
        <Button kind="primary" size="small" icon="download" onClick={onInstall}>
          Install recommended
        </Button>
      </div>
    </Notice>
  );
}

function Models(props: {
  catalogue: ModelCatalogueView;
  underWay: UnderWay;
  onInstall: (wanted: Wanted) => void;
}) {
  const { catalogue, underWay, onInstall } = props;
  const [kind, setKind] = useState(ALL);
  const kinds = [...new Set(catalogue.models.map((model) => model.kind))];
  const recommendedOf = (model: CatalogueModelView): string[] =>
    without(model.recommendedFor, underWay(model.name));
  const recommended = catalogue.models.filter((model) => recommendedOf(model).length > 0);
  return (
    <>
      <Recommended
        models={recommended}
        onInstall={() =>
          onInstall({ title: "Install what is recommended", models: recommended, foldersOf: recommendedOf })
        }
      />
      <Card
        title="Catalogue"
        description="Nodes fetch models from the model hub, or from the mirror that CLIPMILL_MODEL_MIRROR names. For nodes without internet, npm run models -- pull NAME --dry-run lists what to carry over."
        actions={
          <SelectField
            label="For"
            value={kind}
            onChange={setKind}
            options={[
              { value: ALL, label: "Everything" },
              ...kinds.map((each) => ({ value: each, label: nameOfModelKind(each) })),
            ]}
          />
        }
        flush
      >
        <Table
          label="Models that can be installed"
          columns={columnsFor(catalogue.folders, underWay, (model) =>
            onInstall({
              title: `Install ${model.title}`,
              models: [model],
              foldersOf: (each) => missingOn(each, underWay),
            }),
          )}
          rows={catalogue.models.filter((model) => kind === ALL || model.kind === kind)}
          rowKey={({ name }) => name}
        />
      </Card>
    </>
  );
}

export function Catalogue() {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const catalogue = useResource(
    `${OPERATOR_API}/model-catalog`,
    (signal) => get<ModelCatalogueView>(`${OPERATOR_API}/model-catalog`, { signal }),
    { pollMs: POLL_MS.idle },
  );
  const installs = useResource(
    `${OPERATOR_API}/model-installs`,
    (signal) => get<readonly ModelInstallView[]>(`${OPERATOR_API}/model-installs`, { signal }),
    { pollMs: (found) => (found?.some(isUnderWay) === true ? POLL_MS.busy : POLL_MS.idle) },
  );
  const active = useMemo(() => (installs.data ?? []).filter(isUnderWay), [installs.data]);
  // What has come stands in the catalogue at once.
  useEffect(() => catalogue.reload(), [active.length, catalogue.reload]);
  const underWay: UnderWay = (name) =>
    active.filter(({ model }) => model === name).map(({ folderId }) => folderId);
  return (
    <Loaded resource={catalogue} lines={10}>
      {(found) =>
        found.folders.length === 0 ? (
          <EmptyState icon="models" title="No media node lives">
            Media nodes install models. Start one with the same database: its catalogue shows here within
            seconds.
          </EmptyState>
        ) : (
          <div class="stack">
            <Installs installs={installs.data ?? []} onDone={installs.reload} />
            <Models catalogue={found} underWay={underWay} onInstall={setWanted} />
            {wanted !== null && (
              <InstallDialog
                wanted={wanted}
                folders={found.folders}
                onClose={() => setWanted(null)}
                onDone={installs.reload}
              />
            )}
          </div>
        )
      }
    </Loaded>
  );
}
