// Loaded into a process before its own code (`--import`): its calendar is off by CLIPMILL_FAULT_CLOCK_SHIFT_MS, as on a
// machine whose clock nobody sets. Monotonic times and the database's clock stay right.
const shiftMs = Number(process.env.CLIPMILL_FAULT_CLOCK_SHIFT_MS);
const SystemDate = Date;

function now(): number {
  return SystemDate.now() + shiftMs;
}

globalThis.Date = new Proxy(SystemDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
  apply: () => new SystemDate(now()).toString(),
  get: (target, name) => (name === "now" ? now : (Reflect.get(target, name) as unknown)),
});
