import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { AppError } from "@/lib/kernel/app-error";
import { wouldChange } from "../declared-options";
import { findModelsByName } from "../find-models-by-name";
import { readDeclaration } from "../read-declaration";
import {
  type Applied,
  type ApplyRequest,
  applySchema,
  type DeclaredItem,
  type DeclaredProblem,
} from "../schema";
import { declareAgent, letGoOfAgents } from "./declare-agents";
import { declareLimits } from "./declare-limits";
import { declarePolicy } from "./declare-policy";
import { declareSources } from "./declare-sources";

/** As many sources and agents as a file may name, each with its skills. */
const longestMs = 60_000;

/** Ends a transaction without keeping anything of it. */
class TakenBack extends Error {}

/**
 * Makes sources, agents, policy and limits what a configuration file says: all of it or nothing. What the file names is kept
 * in it from then on, and is not changed here; what it names no longer is people's again. A look (`dryRun`) does the very
 * same and takes it back. Whoever applies needs what each change needs: `agents.edit`, `directories.load` where there are
 * sources, `policy.edit` where there is a policy, and `workspace.edit` where there are limits.
 */
export async function applyDeclaration(context: Context, input: ApplyRequest): Promise<Applied> {
  requirePermission(context, "agents.edit");
  const { text, file, dryRun, sourcesOnly } = applySchema.parse(input);
  const read = readDeclaration(text, file);
  if (!("declaration" in read)) return { applied: false, items: [], problems: [...read.problems] };
  const items: DeclaredItem[] = [];
  const problems: DeclaredProblem[] = [];
  const declaring = {
    file,
    sourcesOnly,
    /** One thing of the file; what keeps it back is told with its place, and the others are looked at all the same. */
    async take(path: readonly PropertyKey[], work: () => Promise<DeclaredItem>): Promise<void> {
      const place = read.placeOf(path);
      try {
        items.push({ ...(await work()), place });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        problems.push({ place, message: error.message });
      }
    },
  };
  try {
    await inPermittedTransaction(
      context,
      "agents.edit",
      async (context) => {
        // Tried again after a deadlock, it begins anew.
        items.length = 0;
        problems.length = 0;
        await declareAll(context, read.declaration, declaring);
        if (dryRun || problems.length > 0) throw new TakenBack();
        await keepTrail(context, file, items);
      },
      { timeoutMs: longestMs },
    );
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
  return { applied: !dryRun && problems.length === 0, items, problems };
}

type Declaring = {
  file: string;
  sourcesOnly: boolean;
  take: (path: readonly PropertyKey[], work: () => Promise<DeclaredItem>) => Promise<void>;
};
type Declaration = Extract<ReturnType<typeof readDeclaration>, { declaration: unknown }>["declaration"];

async function declareAll(
  context: Context,
  { sources, agents, policy, limits }: Declaration,
  { file, sourcesOnly, take }: Declaring,
): Promise<void> {
  await declareSources(context, { sources, file, take });
  if (sourcesOnly) return;
  const models = await findModelsByName(context);
  const named = new Set<string>();
  for (const [at, agent] of agents.entries())
    await take(["agents", at], () => declareAgent(context, { agent, file, models, named }));
  for (const item of await letGoOfAgents(context, file, [...named])) await take([], async () => item);
  await declarePolicy(context, { policy, file, models, take });
  await declareLimits(context, { limits, file, take });
}

async function keepTrail(context: Context, file: string, items: readonly DeclaredItem[]): Promise<void> {
  const changed = items.filter(wouldChange);
  if (changed.length === 0) return;
  const { id, name } = context.workspace;
  await appendAudit(context, {
    action: "configuration.applied",
    object: { type: "workspace", id, name },
    detail: { file, changes: changed.map(({ kind, name: one, outcome }) => ({ kind, name: one, outcome })) },
  });
}
