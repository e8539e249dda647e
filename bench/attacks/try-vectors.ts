import { readFileSync } from "node:fs";
import { database } from "@/lib/db/client";
import { print, printJson } from "../print-text";
import { roomIn } from "./app-checks";
import { held, type Judgement, judgeVectors } from "./judge-vectors";
import { parseVectors } from "./vector";

/** Tries the vectors of a file on the database of this process. Answers the exit code: 1 unless every one holds, 2 for a file that cannot be read. */
export async function tryVectors(path: string, json: boolean): Promise<number> {
  const parsed = parseVectors(readFileSync(path, "utf8"));
  if (!parsed.ok) {
    print(`${path} cannot be read as vectors:`);
    for (const problem of parsed.error) print(`  ${problem}`);
    return 2;
  }
  const vectors = parsed.value;
  const judged = await judgeVectors(vectors, roomIn(database()));
  const passed = judged.filter(held).length;
  if (json) printJson({ passed, vectors: judged.length, judged });
  else {
    for (const one of judged) print(lineOf(one));
    print(`attacks: ${passed} of ${judged.length}`);
  }
  return passed === judged.length ? 0 : 1;
}

function lineOf(one: Judgement): string {
  const { id, category, checks, problems, notes } = one;
  const said =
    checks === 0
      ? "nothing here knows how to try it: give it a check in bench/attacks"
      : [...problems, ...notes].slice(0, 6).join("; ");
  return `${held(one) ? "pass" : "FAIL"}  ${id.padEnd(5)} ${category.padEnd(20)} ${said}`.trimEnd();
}
