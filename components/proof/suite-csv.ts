import { saveFile } from "@/components/data/save-file";
import type { Expected } from "@/lib/proof/suites/case-schema";
import { newRow, type SuiteRow, sameCase } from "./suite-rows";

/** Larger files are no suites. */
const mostBytes = 5 * 1024 * 1024;

const readers = () =>
  Promise.all([import("@/lib/suites/read-suite"), import("@/lib/suites/write-csv")]).then(
    ([{ readSuite }, { writeCsvCases }]) => ({ readSuite, writeCsvCases }),
  );

/** The cases of a CSV file that are none of `rows` yet; throws in words, with the place, what cannot be read. */
export async function readCsvFile(
  file: Pick<File, "name" | "size" | "text">,
  skill: string,
  rows: readonly SuiteRow[],
): Promise<SuiteRow[]> {
  if (file.size > mostBytes) throw new Error(`${file.name} has more than 5 MiB.`);
  const { readSuite } = await readers();
  const path = /\.[ct]sv$/i.test(file.name) ? file.name : `${file.name}.csv`;
  const { cases, findings } = readSuite({ path, text: await file.text(), skill });
  const errors = findings.filter(({ severity }) => severity === "error");
  const [first] = errors;
  if (first)
    throw new Error(
      `${file.name}, line ${first.line}, column ${first.column}: ${first.message} ${first.remedy}${
        errors.length > 1 ? ` There are ${errors.length - 1} more.` : ""
      }`,
    );
  const seen = new Set(rows.map(sameCase));
  return cases
    .map(({ query, expected, note }) => newRow(query, expected satisfies Expected, note ?? ""))
    .filter((row) => {
      const isNew = !seen.has(sameCase(row));
      seen.add(sameCase(row));
      return isNew;
    });
}

/** Gives the rows to the browser as a file. */
export async function downloadCsv(skill: string, rows: readonly SuiteRow[]): Promise<void> {
  const { writeCsvCases } = await readers();
  const text = writeCsvCases(
    rows.map(({ query, expected, note }) => ({ query, expected, ...(note === "" ? {} : { note }) })),
    skill,
  );
  saveFile(`${skill}-trigger-cases.csv`, new Blob([text], { type: "text/csv;charset=utf-8" }));
}
