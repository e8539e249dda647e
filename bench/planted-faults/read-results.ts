import { z } from "zod";
import type { PlantedFault } from "./planted-fault";

/** What vitest's json reporter writes, of it what is asked for here. */
const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** A named test as it came out: `missing` where nothing of that name ran. */
export type Named = { file: string; title: string; came: "passed" | "failed" | "missing" };

/** Each named test: failed where one that is called so failed. Throws when this is no report of vitest's. */
export function readResults(report: string, tests: PlantedFault["tests"]): Named[] {
  const { testResults } = reportSchema.parse(JSON.parse(report));
  return tests.map(([file, title]) => {
    const ran = testResults
      .filter(({ name }) => name.endsWith(`/${file}`))
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ fullName, status }) => fullName.includes(title) && ["passed", "failed"].includes(status));
    const failed = ran.some(({ status }) => status === "failed");
    return { file, title, came: ran.length === 0 ? "missing" : failed ? "failed" : "passed" };
  });
}
