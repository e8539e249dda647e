import "server-only";
import type { Context } from "@/lib/access/context";
import type { Permission } from "@/lib/access/permissions";
import type { Act } from "../schema";
import type { ActOutcome } from "./act-outcome";
import type { Target } from "./find-target";
import { moveLabel, takeLabel } from "./label-acts";
import { addCoMaintainer, archive, remove, removeCoMaintainer, unarchive } from "./library-acts";
import { askForReview, publish } from "./publishing-acts";

/**
 * Without it the whole call is refused: no skill could be anything else. What a skill's co-maintainers may do too is
 * decided skill by skill.
 */
export const permissionFor = {
  publish: "library.publish",
  "request-review": "library.read",
  assign: "agents.edit",
  unassign: "agents.edit",
  label: "labels.move",
  unlabel: "labels.move",
  archive: "library.read",
  unarchive: "library.read",
  delete: "library.delete",
  "add-maintainer": "library.read",
  "remove-maintainer": "library.read",
} as const satisfies Record<Act["kind"], Permission>;

/** An act on one skill alone. What agents have is decided agent by agent. */
export type OneSkillAct = Exclude<Act, { kind: "assign" | "unassign" }>;

/** Does it with the command for one skill, in the transaction of the context. Throws what that throws. */
export function actOnSkill(context: Context, target: Target, act: OneSkillAct): Promise<ActOutcome> {
  switch (act.kind) {
    case "publish":
      return publish(context, target, act);
    case "request-review":
      return askForReview(context, target, act);
    case "label":
      return moveLabel(context, target, act);
    case "unlabel":
      return takeLabel(context, target, act);
    case "archive":
      return archive(context, target);
    case "unarchive":
      return unarchive(context, target);
    case "delete":
      return remove(context, target);
    case "add-maintainer":
      return addCoMaintainer(context, target, act);
    case "remove-maintainer":
      return removeCoMaintainer(context, target, act);
  }
}
