// How often what died is started again. No dependencies.

/**
 * At most `limit` times within `windowMs`, with a pause that doubles from one to the next. What lives longer than the
 * window starts again from the first pause.
 *
 * @returns {{ next: () => number | null }} `next` counts one more death: the milliseconds to wait before the next
 *   start, or null when there should be none
 */
export function createRestartLimit({
  limit = 5,
  windowMs = 300_000,
  firstPauseMs = 250,
  now = () => performance.now(),
} = {}) {
  let deaths = [];
  const next = () => {
    deaths = [...deaths.filter((at) => now() - at < windowMs), now()];
    return deaths.length > limit ? null : firstPauseMs * 2 ** (deaths.length - 1);
  };
  return { next };
}
