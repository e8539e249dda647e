import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { blocksPublishing } from "@/lib/findings/blocks-publishing";
import { secretRules } from "@/lib/findings/rules";
import { createBreathe } from "@/lib/platform/yield-between-steps";
import { isSecretPath } from "@/lib/skills/package-path";
import { heldFile } from "./blobs";
import { withDismissals } from "./dismissals";
import { findFacts, learnFacts } from "./internal/file-facts";

const named = "its name says that it holds secrets";

type AskedFile = { skillId: string; path: string; bytes: Uint8Array };

/**
 * Why a file is not given to a model: what is found in it, or its name, looks like a secret. Null where neither does, and
 * where a reviewer has dismissed every such finding of it with a reason.
 */
export async function whyWithheld(
  context: WorkspaceContext,
  { skillId, path, bytes }: AskedFile,
): Promise<string | null> {
  const file = heldFile({ path, bytes });
  const facts = findFacts(file) ?? (await learnFacts([file], createBreathe()))[0];
  const secrets = (facts?.findings ?? []).filter(
    (finding) => blocksPublishing(finding) && secretRules.has(finding.rule),
  );
  if (secrets.length === 0) return isSecretPath(path) ? named : null;
  const told = await withDismissals(context, skillId, secrets);
  const open = told.find(({ dismissal }) => dismissal === null);
  if (!open) return null;
  return open.rule === "secret-file" ? named : `line ${open.range.startLine} holds what looks like a secret`;
}
