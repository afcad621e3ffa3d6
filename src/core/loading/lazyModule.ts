/** A module that is loaded when it is needed. */
interface LazyModule<M> {
  /** The module once it is loaded, for callers that must not wait; null before. */
  now: M | null;
  /** Loads it, once. After a failure the next call tries again. */
  load: () => Promise<M>;
}

/** @param load imports the module */
export function lazyModule<M>(load: () => Promise<M>): LazyModule<M> {
  let loading: Promise<M> | null = null;
  const lazy: LazyModule<M> = {
    now: null,
    load: () =>
      (loading ??= load().then(
        (module) => (lazy.now = module),
        (error: unknown) => {
          loading = null;
          throw error;
        },
      )),
  };
  return lazy;
}
