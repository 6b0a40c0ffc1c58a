// What is made when a process of tests first asks for it, and shared by all that ask later. What could not be made fails
// who asked for it, and is tried anew for the next: one failure must not be that of every test after it.

export interface MadeOnce<T> {
  get(): Promise<T>;
  /** What there is by now, made or in the making. */
  peek(): Promise<T> | undefined;
}

/** @param watch is told of each that was made, and how to have it forgotten once it is gone */
export function madeOnce<T>(
  make: () => Promise<T>,
  watch: (made: T, forget: () => void) => void = () => undefined,
): MadeOnce<T> {
  let current: Promise<T> | undefined;
  const begin = (): Promise<T> => {
    const forget = (): void => {
      if (current === begun) current = undefined;
    };
    const begun: Promise<T> = make().then(
      (made) => {
        watch(made, forget);
        return made;
      },
      (error: unknown) => {
        forget();
        throw error;
      },
    );
    return begun;
  };
  return {
    get: () => {
      current ??= begin();
      return current;
    },
    peek: () => current,
  };
}
