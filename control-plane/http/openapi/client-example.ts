// The call of the TypeScript client that makes the same request, from the client's own table of operations.
import { OPERATIONS, type OperationName } from "../../../shared/client/operations.ts";

/** A value as a program has it: JSON whose keys stand without quotes where they need none. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, "$1$2:");
}

function variableOf(schema: string): string {
  return schema.charAt(0).toLowerCase() + schema.slice(1);
}

function isKnown(id: string): id is OperationName {
  return Object.hasOwn(OPERATIONS, id);
}

/** Prints what a call gives one by one. */
function loop(item: string, call: string): string {
  return `for await (const ${item} of ${call}) {\n  console.log(${item});\n}`;
}

/**
 * An operation's call by the client; undefined for operations that it has not, such as this document's own.
 * @param id the operation's
 * @param body an example of it; undefined where it takes none
 */
export function clientExample(id: string, body: unknown): string | undefined {
  if (!isKnown(id)) return undefined;
  const operation: (typeof OPERATIONS)[OperationName] = OPERATIONS[id];
  const places = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const given = body === undefined ? [] : [literal(body)];
  const call = `clipmill.${operation.call}(${[...places, ...given].join(", ")})`;
  if ("replies" in operation) {
    const item = variableOf(operation.replies);
    // Lists with pages are read page by page as one goes.
    return "query" in operation ? loop(item, call) : `const ${item}s = await ${call};`;
  }
  if (operation.call.endsWith(".follow")) return loop("update", call);
  if (operation.call === "exports.zip") return `const response = await ${call};`;
  return `const ${"reply" in operation ? variableOf(operation.reply) : "text"} = await ${call};`;
}
