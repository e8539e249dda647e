/** Rows of one statement: short enough for the time that a statement has, also where each holds a log. */
const batchRows = 1_000;

/**
 * Repeats a statement that takes at most so many rows until one finds fewer, each in a transaction of its own; answers how
 * many there were. What was begun and broken off is gone on with by the next caller.
 */
export async function inBatches(step: (most: number) => Promise<number>, most = batchRows): Promise<number> {
  for (let sum = 0; ; ) {
    const count = await step(most);
    sum += count;
    if (count < most) return sum;
  }
}
