import { sha256 } from "@/lib/platform/crypto";
import type { SuiteRunPlan } from "../plans/plan-suite-run";

/** sha256 of the cases, or tasks, that are tried: with others figures are of something else. */
export const suiteDigestOf = ({ effect, cases }: Pick<SuiteRunPlan, "effect" | "cases">): string =>
  sha256(JSON.stringify(effect ? effect.tasks : cases.map(({ id }) => id)));
