/**
 * Milliseconds that this process has kept a core busy since. For work that must not take long whatever it is given: unlike
 * on the clock, none pass while other programs have the core.
 */
export function watchCpu(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
