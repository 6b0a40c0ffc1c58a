// What operators do with the models of media nodes, as work for actAsOperator: ask for some, take a request back, ask again,
// and take what has ended off the list.
import type { OperatorWork } from "../audit/operator-actions.ts";
import {
  askForInstalls,
  forgetInstall,
  type InstallView,
  repeatInstall,
  stopInstall,
  type WantedInstall,
} from "../nodes/model-installs.ts";

function described({ model, hosts, folderId }: InstallView) {
  return { model, hosts, folderId };
}

/** @param askedBy as the audit log names them @throws AppError as askForInstalls */
export function installModels(
  wanted: readonly WantedInstall[],
  askedBy: string,
): OperatorWork<InstallView[]> {
  return async (transaction) => {
    const result = await askForInstalls(transaction, wanted, askedBy);
    const models = [...new Set(wanted.map(({ model }) => model))];
    return {
      result,
      target: models.length === 1 ? String(models[0]) : `${models.length} models`,
      details: { installs: result.map(described) },
    };
  };
}

/** @throws AppError as stopInstall */
export function cancelModelInstall(id: string): OperatorWork<InstallView> {
  return async (transaction) => {
    const result = await stopInstall(transaction, id);
    return { result, target: id, details: described(result) };
  };
}

/** @throws AppError as forgetInstall */
export function dismissModelInstall(id: string): OperatorWork<InstallView> {
  return async (transaction) => {
    const result = await forgetInstall(transaction, id);
    return { result, target: id, details: described(result) };
  };
}

/** @throws AppError as repeatInstall */
export function retryModelInstall(id: string, askedBy: string): OperatorWork<InstallView> {
  return async (transaction) => {
    const result = await repeatInstall(transaction, id, askedBy);
    return { result, target: id, details: described(result) };
  };
}
