import { createRequire } from "node:module";
import { z } from "zod";

const require = createRequire(import.meta.url);
const loaded: unknown = require("parse-prometheus-text-format");
/** Somebody else's reader of Prometheus's text format; it comes without types. */
const parse = z.custom<(text: string) => unknown>((value) => typeof value === "function").parse(loaded);

const familiesSchema = z.array(
  z.object({
    name: z.string(),
    help: z.string(),
    type: z.enum(["COUNTER", "GAUGE", "HISTOGRAM", "SUMMARY", "UNTYPED"]),
    metrics: z.array(
      z.object({ labels: z.record(z.string(), z.string()).default({}), value: z.string().optional() }),
    ),
  }),
);
type Family = z.infer<typeof familiesSchema>[number];

/** Samples without a type come in as many pieces as they stand apart. */
function readFamilies(text: string): Map<string, Family> {
  const families = new Map<string, Family>();
  for (const family of familiesSchema.parse(parse(text))) {
    const known = families.get(family.name);
    if (known) known.metrics.push(...family.metrics);
    else families.set(family.name, family);
  }
  return families;
}

/** What a scrape told, by name. The reader adds up histograms of all labels, unless it is not told what they are. */
export function readMetrics(text: string) {
  const samples = readFamilies(text.replaceAll(/^# TYPE \S+ histogram\n/gm, ""));
  const samplesOf = (name: string) =>
    samples.get(`${name}_count`)?.metrics ?? samples.get(name)?.metrics ?? [];
  return {
    families: readFamilies(text),
    /** Each set of labels that a metric has. */
    labelsOf: (name: string) => samplesOf(name).map(({ labels }) => labels),
    /** The value, or the count of a histogram, of the one that has these labels; 0 where there is none yet. */
    value(name: string, labels: Record<string, string> = {}): number {
      const found = samplesOf(name).find((metric) =>
        Object.entries(labels).every(([key, value]) => metric.labels[key] === value),
      );
      return Number(found?.value ?? 0);
    },
  };
}
