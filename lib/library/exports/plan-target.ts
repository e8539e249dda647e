import "server-only";
import type { FileBytes } from "@/lib/bundles/package-bytes";
import { type MakePortable, planForTarget } from "@/lib/targets/plan-for-target";
import type { TargetId } from "@/lib/targets/target-options";
import type { TargetPackage, TargetPlan } from "@/lib/targets/target-plan";
import { makePortable } from "./make-portable";

/** What hosts would get of one skill; the form that several of them share is made once. */
export function targetPlanner(pkg: TargetPackage): (id: TargetId) => Promise<TargetPlan> {
  let made: ReturnType<typeof makePortable> | null = null;
  const once: MakePortable = (folder, files: readonly FileBytes[]) => {
    made ??= makePortable(folder, files);
    return made;
  };
  return (id) => planForTarget(id, pkg, once);
}
