// What an operator does with media nodes: has one emptied, and take jobs again. A node is named by its id, or by the
// machine's name, which holds for all nodes there and for those that start there later.
import type { Queryable } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import type { NodeDrainView } from "../console/api-types/operator.ts";
import {
  deleteDrain,
  deleteOldDrains,
  insertDrain,
  selectDrainState,
  selectDrains,
} from "../db/queue/drains.ts";

/** How far the emptying of a node is. */
export async function readDrain(sql: Queryable, node: string): Promise<NodeDrainView> {
  const asked = (await selectDrains(sql)).includes(node);
  const { nodes, draining, jobs } = await selectDrainState(sql, node);
  return { node, asked, nodes, jobs, drained: asked && draining === nodes && jobs === 0 };
}

/** Has a node emptied; it hears of it within 5 s. @throws AppError NOT_FOUND for what is neither a node nor its machine */
export async function drainNode(sql: Queryable, node: string): Promise<NodeDrainView> {
  const { nodes } = await selectDrainState(sql, node);
  if (nodes === 0) {
    throw new AppError("NOT_FOUND", `No media node ${node} lives, nor does one on a machine of that name.`);
  }
  await deleteOldDrains(sql);
  await insertDrain(sql, node);
  return readDrain(sql, node);
}

/** Lets a node take jobs again. @throws AppError NOT_FOUND for one that was not drained under this name */
export async function undrainNode(sql: Queryable, node: string): Promise<NodeDrainView> {
  if (!(await deleteDrain(sql, node))) {
    const drained = await selectDrains(sql);
    const known = drained.length === 0 ? "None is." : `What is: ${drained.join(", ")}.`;
    throw new AppError("NOT_FOUND", `${node} is not drained under this name. ${known}`);
  }
  return readDrain(sql, node);
}
