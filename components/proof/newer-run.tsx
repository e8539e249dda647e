import { suiteRunPath } from "@/components/data/proof-paths";
import { TextLink } from "@/components/ui/text-link";
import type { SuiteRun } from "@/lib/proof/schema";

/** Offers what has begun meanwhile, in the place of nothing that is looked at. */
export function NewerRun({ workspace, run }: { workspace: string; run: SuiteRun | null }) {
  if (run === null) return null;
  return (
    <p role="status" className="flex-none border-line border-b bg-sunken px-4 py-1.5 text-ink-2">
      Run {run.number} has begun since this page was opened.{" "}
      <TextLink href={suiteRunPath(workspace, run.skill, run.number)}>Show run {run.number}</TextLink>
    </p>
  );
}
