// One value that several components read: the session, the address, the toasts. No framework: a value and who listens.
import { useLayoutEffect, useState } from "preact/hooks";

export interface Store<T> {
  get(): T;
  set(value: T): void;
  /** Returns what ends the listening. */
  listen(listener: (value: T) => void): () => void;
}

/** A store outside of components: it is there for as long as the page. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<(value: T) => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of [...listeners]) listener(next);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A store's value; the component is drawn again when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState({ current: store.get() });
  useLayoutEffect(() => {
    // It may have changed between the first drawing and now.
    setValue((known) => (known.current === store.get() ? known : { current: store.get() }));
    return store.listen((next) => setValue({ current: next }));
  }, [store]);
  return value.current;
}
