// The operator's commands for models of media nodes, as the console installs them.
import {
  listInstalls,
  readModelCatalogue,
  type WantedInstall,
} from "../../control-plane/nodes/model-installs.ts";
import {
  cancelModelInstall,
  dismissModelInstall,
  installModels,
} from "../../control-plane/operators/model-work.ts";
import { AppError } from "../../shared/errors.ts";
import { formatSize } from "../models/models-list.ts";
import { type Act, type AdminCall, type AdminCommand, argument } from "./admin-call.ts";

/** In the place of a model's name. */
const RECOMMENDED = "recommended";
/** Who asks, beside the audit log, which knows the person. */
const ASKED_BY = "command";

/** The model, or what is recommended, for the folders of a node, of a machine's nodes, or of all. */
async function wantedBy(call: AdminCall, name: string, node: string | undefined): Promise<WantedInstall[]> {
  const { folders, models } = await readModelCatalogue(call.sql);
  const meant = folders.filter(
    ({ nodes }) => node === undefined || nodes.some(({ id, host }) => node === id || node === host),
  );
  if (meant.length === 0) {
    const whom = node === undefined ? "No media node" : `No media node ${node}, nor one on such a machine,`;
    throw new AppError("NOT_FOUND", `${whom} lives now.`);
  }
  if (name !== RECOMMENDED) return meant.map(({ id }) => ({ model: name, folderId: id }));
  return models.flatMap(({ name: model, recommendedFor }) =>
    meant.flatMap(({ id }) => (recommendedFor.includes(id) ? { model, folderId: id } : [])),
  );
}

async function listAsked({ sql }: AdminCall): Promise<unknown[]> {
  return (await listInstalls(sql)).map(({ id, model, hosts, state, receivedBytes, totalBytes, error }) => {
    const progress = `${formatSize(receivedBytes)} of ${formatSize(totalBytes)}`;
    return { id, model, on: hosts.join(", "), state, progress, error };
  });
}

async function install(call: AdminCall, act: Act): Promise<unknown> {
  const wanted = await wantedBy(call, argument(call, 0, "The model"), call.args[1]);
  const asked = await act(installModels(wanted, ASKED_BY));
  return asked.map(({ id, model, hosts, state }) => ({ id, model, on: hosts.join(", "), state }));
}

export const MODEL_COMMANDS: readonly AdminCommand[] = [
  { usage: "model installs", read: listAsked },
  {
    usage: "model install NAME|recommended [NODE|MACHINE]",
    change: install,
  },
  {
    usage: "model cancel INSTALL",
    change: (call, act) => act(cancelModelInstall(argument(call, 0, "The install's id"))),
  },
  {
    usage: "model dismiss INSTALL",
    change: (call, act) => act(dismissModelInstall(argument(call, 0, "The install's id"))),
  },
];
