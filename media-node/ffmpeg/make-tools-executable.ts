// Part of `npm run prepare`, which `npm ci` runs too: where root installs, services of other users run the programs.
import { makeBundledToolsExecutable } from "./bundled-tools.ts";

await makeBundledToolsExecutable();
