import { print } from "../print-text";
import { type Client, openClient } from "./ask-server";
import type { Machine } from "./furnish-delivery";
import { listSubjects, type Subject } from "./subjects";

const inFlight = 8;
const noOp: Subject = {
  name: "no-op",
  asked: [{ path: "/api/v1/health/live" }],
  status: 200,
  bytes: 15,
  least: 0,
};

type Options = { rounds: number; windowMs: number };

/** Prints each subject's throughput beside the no-op's before and after it; how many have less than they must. */
export async function measureRatios(
  baseUrl: string,
  machines: readonly Machine[],
  { rounds, windowMs }: Options,
): Promise<number> {
  const client = openClient(baseUrl, inFlight);
  try {
    const subjects = await listSubjects(client, machines);
    const ratios = new Map<Subject, number[]>();
    const rates = new Map<Subject, number[]>();
    for (let round = -1; round < rounds; round += 1) {
      let before = await perSecond(client, noOp, windowMs);
      for (const subject of subjects) {
        const rate = await perSecond(client, subject, windowMs);
        const after = await perSecond(client, noOp, windowMs);
        // The first round warms up.
        if (round >= 0) {
          ratios.set(subject, [...(ratios.get(subject) ?? []), rate / ((before + after) / 2)]);
          rates.set(subject, [...(rates.get(subject) ?? []), rate]);
        }
        before = after;
      }
    }
    let missed = 0;
    for (const subject of subjects) {
      const ratio = median(ratios.get(subject) ?? []);
      const holds = ratio >= subject.least;
      if (!holds) missed += 1;
      const rate = median(rates.get(subject) ?? []);
      print(
        `${holds ? "ok  " : "MISS"} ${subject.name.padEnd(44)} ${subject.bytes.toString().padStart(8)} bytes ` +
          `${rate.toFixed(0).padStart(6)} a second: ${ratio.toFixed(2)} of the no-op (at least ${subject.least})`,
      );
    }
    return missed;
  } finally {
    client.close();
  }
}

/** Throughput with so many requests under way for so long. Throws for an answer that is not the first one. */
async function perSecond(client: Client, { name, asked, status, bytes }: Subject, windowMs: number) {
  const begun = performance.now();
  let answered = 0;
  let next = 0;
  const goOn = async () => {
    while (performance.now() - begun < windowMs) {
      const one = asked[next++ % asked.length];
      if (!one) return;
      const got = await client.count(one);
      if (got.status !== status || Math.abs(got.bytes - bytes) > bytes / 10)
        throw new Error(
          `${name} was answered ${got.status} with ${got.bytes} bytes, not ${status} with ${bytes}.`,
        );
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, goOn));
  return answered / ((performance.now() - begun) / 1000);
}

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};
