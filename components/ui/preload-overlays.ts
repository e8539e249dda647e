const afterFirstPaintMs = 300;

/** Fetches what menus, dialogs and tooltips open, once the page stands: the first press then waits for nothing. */
export function preloadOverlays(): () => void {
  const timer = setTimeout(() => {
    // Whatever does not arrive now is asked for again when it opens.
    Promise.all([import("./menu-parts"), import("./dialog-view"), import("./tooltip-view")]).catch(() => {});
  }, afterFirstPaintMs);
  return () => clearTimeout(timer);
}
