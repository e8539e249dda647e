import type { Dialect } from "@/lib/runtime/dialect";
import { dialectHeads } from "./dialect-heads";
import { defineDialect } from "./internal/define-dialect";
import { standardDialect } from "./standard";

/**
 * Lightspeed as its design has it: `activate_skill`, `<skill_content>` and a tracker that gives a skill once in a
 * conversation. The standard dialect was written after that design, and its texts are used here. What was merged and
 * is deployed is another library, without a tracker: `lightspeed`.
 */
export const lightspeedDesignDialect: Dialect = defineDialect({
  ...standardDialect,
  ...dialectHeads["lightspeed-design"],
  source: "Lightspeed's design: skills as files, list_skills and activate_skill, a tracker of activations",
});
