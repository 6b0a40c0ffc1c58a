// Programs of a machine that this one is not: small shell scripts, put before the real ones on the PATH.
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { TestContext } from "node:test";
import { temporaryFolder } from "../temporary-folder.ts";

export interface FakeProgram {
  /** Written to standard output for the first question of which this is a part; "" matches every question. */
  readonly answers: Readonly<Record<string, string>>;
  readonly errors?: string;
  readonly exitCode?: number;
}

function scriptOf({ answers, errors = "", exitCode = 0 }: FakeProgram): string {
  const cases = Object.entries(answers).map(
    ([part, text]) => `*'${part}'*) cat <<'ANSWER'\n${text}\nANSWER\n;;`,
  );
  const failure = errors === "" ? [] : [`cat >&2 <<'ERRORS'\n${errors}\nERRORS`];
  return ["#!/bin/sh", 'case "$*" in', ...cases, "esac", ...failure, `exit ${exitCode}`, ""].join("\n");
}

/** Our environment, in which these programs are found first. A program given as text is a script's body. */
export async function environmentWith(
  t: TestContext,
  programs: Readonly<Record<string, FakeProgram | string>>,
): Promise<NodeJS.ProcessEnv> {
  const folder = join(await temporaryFolder(t), "bin");
  await mkdir(folder);
  for (const [name, program] of Object.entries(programs)) {
    const text = typeof program === "string" ? `#!/bin/sh\n${program}\n` : scriptOf(program);
    await writeFile(join(folder, name), text);
    await chmod(join(folder, name), 0o755);
  }
  const { CUDA_VISIBLE_DEVICES: _, ...env } = process.env;
  return { ...env, PATH: [folder, process.env.PATH].join(delimiter) };
}
