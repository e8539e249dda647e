const nothing = () => undefined;

/** The framework's router for component tests: every way goes nowhere, unless a test watches it. */
export const stillRouter = {
  push: nothing,
  replace: nothing,
  refresh: nothing,
  back: nothing,
  forward: nothing,
  prefetch: nothing,
  bfcacheId: "",
};
