// What the console's API tells operators of the models that media nodes have and can install.

/** A folder in which media nodes keep models; several nodes may share one. */
export interface ModelsFolderView {
  readonly id: string;
  /** On its machine, or in its containers. */
  readonly path: string;
  /** Null where its disk did not say. */
  readonly freeBytes: number | null;
  /** Those that live. */
  readonly nodes: readonly { readonly id: string; readonly host: string }[];
}

/** What a node's catalogue says of a model. */
export interface DescribedModel {
  readonly name: string;
  readonly kind: string;
  readonly family: string;
  readonly title: string;
  /** What gets better with it. */
  readonly improves: string;
  readonly license: string;
  readonly nonCommercial: boolean;
  /** Of the files whose size is known before they are asked for; null where none is. */
  readonly sizeBytes: number | null;
  readonly isWholeSize: boolean;
  readonly repository: string;
  /** What it serves, of models that are recommended to some machines. */
  readonly sense: string | null;
}

export interface CatalogueModelView extends DescribedModel {
  /** Ids of folders. */
  readonly installableOn: readonly string[];
  readonly installedOn: readonly string[];
  /** Whose machines should have it, and have not. */
  readonly recommendedFor: readonly string[];
}

/** GET /console/api/operator/model-catalog. */
export interface ModelCatalogueView {
  readonly folders: readonly ModelsFolderView[];
  readonly models: readonly CatalogueModelView[];
}

/** GET and POST /console/api/operator/model-installs answer with a list of these. */
export interface ModelInstallView {
  readonly id: string;
  readonly model: string;
  readonly folderId: string;
  /** Machines of the folder's living nodes, or of the last one that was at it. */
  readonly hosts: readonly string[];
  /** Whether a node lives that has the folder. */
  readonly isReachable: boolean;
  readonly state: "waiting" | "downloading" | "installed" | "failed" | "cancelled";
  readonly receivedBytes: number;
  /** Null until it is known. */
  readonly totalBytes: number | null;
  /** Why it failed, and what to do. */
  readonly error: string | null;
  readonly askedBy: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
}
