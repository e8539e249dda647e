import "server-only";
import { setImmediate } from "node:timers/promises";
import { log } from "@/lib/platform/log";
import type { Admission } from "../admit-host";
import type { SeenExchange } from "../ports";
import { readSpent, type Spent, spentBySize } from "../read-spent";

/** `cost`: US dollars; null where the price is not known, or nothing was spent. */
export type Spending = Spent & { cost: number | null };

/** Writes down what one exchange took. Never rejects: what could not be written stands in the log. */
export function spendExchange(admission: Admission, seen: SeenExchange): Promise<Spending> {
  const { id } = seen;
  // The host's answer ends first. What is read holds none of its bytes: they are let go of while this is written.
  return setImmediate()
    .then(() => readAnyway(seen))
    .then((spent) => write(admission, id, spent));
}

/** No answer, however odd, is for nothing. */
function readAnyway(seen: SeenExchange): Spent {
  try {
    return readSpent(seen);
  } catch (error) {
    log.error({ err: error, exchange: seen.id }, "what a host spent was not read, and is taken from sizes");
    return spentBySize(seen);
  }
}

async function write({ hostModel }: Admission, id: string, spent: Spent): Promise<Spending> {
  const { tokens, isEstimate } = spent;
  if (!tokens || !hostModel) return { ...spent, cost: null };
  try {
    const source = isEstimate ? "estimate" : "provider";
    return { ...spent, cost: await hostModel.meter.afterStep({ ...tokens, source }) };
  } catch (error) {
    log.error({ err: error, exchange: id, tokens }, "what a host spent was not written down");
    return { ...spent, cost: null };
  }
}
