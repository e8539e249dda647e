import { graderSchema } from "@/lib/verdicts/grader-schema";
import { describeKind, nodeAt, plainValue, type SourceEntry } from "../source-node";
import type { PlacedGrader } from "../suite";
import type { SuiteFindings } from "../suite-finding";
import { tellDeepTwins } from "./tell-twins";

/** Of one task; each is held against each of its trials. */
const mostGraders = 50;

/** The graders of a task in their order; one that cannot be read is told at the place that is wrong, and left out. */
export function readGraders({ value: list }: SourceEntry, findings: SuiteFindings): PlacedGrader[] {
  if (list.kind === "null") return [];
  if (list.kind !== "list") {
    findings.add("wrong-type", list.start, `“graders” should be a list, but it is ${describeKind(list)}.`);
    return [];
  }
  if (list.items.length > mostGraders)
    findings.add(
      "bad-grader",
      list.start,
      `There are ${list.items.length} graders; a task has at most ${mostGraders}.`,
    );
  return list.items.slice(0, mostGraders).flatMap((node) => {
    if (!tellDeepTwins(node, findings)) return [];
    const parsed = graderSchema.safeParse(plainValue(node));
    if (parsed.success) return [{ grader: parsed.data, offset: node.start }];
    const [issue] = parsed.error.issues;
    const path = issue?.path ?? [];
    const at = path.length === 0 ? "" : ` “${path.join(".")}”:`;
    findings.add(
      "bad-grader",
      nodeAt(node, path).start,
      `This grader cannot be read.${at} ${issue?.message ?? ""}`,
    );
    return [];
  });
}
