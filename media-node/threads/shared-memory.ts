// Records of typed arrays, moved to where all threads of the process can read them. What crosses between threads is
// then where the arrays lie, and no copy of them.

type Numbers = Int32Array | Float32Array | Uint16Array;

function isNumbers(value: unknown): value is Numbers {
  return value instanceof Int32Array || value instanceof Float32Array || value instanceof Uint16Array;
}

function sharedCopy<Kind extends Numbers>(numbers: Kind): Kind {
  const { length, byteLength } = numbers;
  const copy = Reflect.construct(numbers.constructor, [new SharedArrayBuffer(byteLength), 0, length]) as Kind;
  copy.set(numbers);
  return copy;
}

/** The same record with its typed arrays in shared memory. Nobody may write to them any more. */
export function inSharedMemory<Value>(value: Value): Value {
  if (isNumbers(value)) return sharedCopy(value);
  if (Array.isArray(value)) return value.map(inSharedMemory) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, inSharedMemory(field)]),
  ) as Value;
}
