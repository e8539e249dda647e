import { signTest } from "@/lib/statistics/exact-tests";
import { directionOf } from "@/lib/statistics/majority";

/** Which tasks pass more often and less often, and how often chance alone is as one-sided towards the more frequent side. */
export function signedPart(tasks: readonly { id: string; difference: number }[]) {
  const ids = (wanted: "win" | "loss") =>
    tasks.filter(({ difference }) => directionOf(difference) === wanted).map(({ id }) => id);
  const [up, down] = [ids("win"), ids("loss")];
  const { greater, less } = signTest(up.length, down.length);
  return { up, down, p: Math.min(greater, less) };
}
