// What operators do with media nodes, as work for actAsOperator: has one emptied, and take jobs again.
import { changesOf, type OperatorWork } from "../audit/operator-actions.ts";
import type { NodeDrainView } from "../console/api-types/operator.ts";
import { drainNode, readDrain, undrainNode } from "../nodes/drain-node.ts";

const APPLY = { drain: drainNode, undrain: undrainNode } as const;

/** @param node its id, or its machine's name @throws AppError NOT_FOUND */
export function setDrain(name: keyof typeof APPLY, node: string): OperatorWork<NodeDrainView> {
  return async (transaction) => {
    const before = await readDrain(transaction, node);
    const result = await APPLY[name](transaction, node);
    const { asked } = changesOf(before, result);
    return { result, target: node, details: asked === undefined ? { again: name } : { asked } };
  };
}
