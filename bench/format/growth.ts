import { serverFunctions } from "./hostile-functions";
import { hostileRuns } from "./hostile-shapes";

const small = 20_000;
const large = 400_000;
/** Twice the text may take three times as long: caches and the collector are no squares. */
const mostGrowth = 3;
/** Below this many milliseconds a ratio says nothing. */
const measurable = 40;
const mostPerMegabyte = 1_000;

type Growth = { what: string; shape: string; size: number; first: number; second: number };

/**
 * Milliseconds of processor time of every server function for every shape, at some size and at twice that: whatever grows
 * with more than the text is found at a small size already, and not asked for the large one.
 */
export function measureGrowth(): Growth[] {
  const shapes = [...hostileRuns(1)].map(({ name }) => name);
  const texts = new Map([small, 2 * small, large, 2 * large].map((size) => [size, [...hostileRuns(size)]]));
  const textOf = (size: number, at: number) => texts.get(size)?.[at]?.text ?? "";
  return Object.entries(serverFunctions).flatMap(([what, work]) => {
    for (const { text } of hostileRuns(2_000)) work(text); // what never ran is slow the first time
    return shapes.map((shape, at) => {
      const growth = growthOf(work, small, (size) => textOf(size, at));
      const found = isTooMuch(growth) ? growth : growthOf(work, large, (size) => textOf(size, at));
      return { what, shape, ...found };
    });
  });
}

/** What looks like too much is measured again: a collector that came in between makes no square. */
function growthOf(work: (text: string) => unknown, size: number, textOf: (size: number) => string): Times {
  const [short, long] = [textOf(size), textOf(2 * size)];
  const measure = (): Times => ({ size, first: timeOf(() => work(short)), second: timeOf(() => work(long)) });
  let growth = measure();
  for (let again = 0; again < 3 && isTooMuch(growth); again += 1) {
    const next = measure();
    growth = {
      size,
      first: Math.min(growth.first, next.first),
      second: Math.min(growth.second, next.second),
    };
  }
  return growth;
}

type Times = Pick<Growth, "size" | "first" | "second">;

export const isTooMuch = ({ size, first, second }: Times): boolean =>
  (second > measurable && second > mostGrowth * Math.max(first, measurable / 8)) ||
  second > (mostPerMegabyte * 2 * Math.max(size, large / 4)) / 1_000_000;

/** What throws for a text counts as what never ends. */
function timeOf(work: () => unknown): number {
  const start = process.cpuUsage();
  try {
    work();
  } catch (error) {
    console.error(error);
    return Number.POSITIVE_INFINITY;
  }
  const used = process.cpuUsage(start);
  return (used.user + used.system) / 1000;
}
