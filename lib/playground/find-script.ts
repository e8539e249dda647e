import "server-only";
import type { Context } from "@/lib/access/context";
import { readScriptFacts } from "@/lib/agents/read-agent-scripts";
import { readScriptParts } from "@/lib/dialects/read-script-parts";
import { simulatedShellAbout } from "@/lib/execution/backend-words";
import { mostGivenBytes } from "@/lib/execution/limits";
import { decideScript } from "@/lib/runtime/decide-script";
import type { Dialect } from "@/lib/runtime/dialect";
import type { SkillRef } from "@/lib/runtime/events";
import type { SkillSource, ToolQuestion } from "@/lib/runtime/ports";
import type { RunLog } from "@/lib/sessions/adapters/run-log";
import { parseSkill } from "@/lib/skills/parse-skill";
import { joinScriptNeeds, readScriptNeeds, type ScriptNeeds } from "@/lib/skills/script-needs";
import type { RunnableScript } from "./answer-tools";
import { planScript } from "./plan-script";
import { runEnvironment } from "./run-environment";
import { scriptFiles } from "./script-files";

type Setup = {
  agentId: string;
  log: RunLog;
  source: SkillSource;
  offered: readonly SkillRef[];
  dialect: Pick<Dialect, "id" | "shell">;
  signal: AbortSignal;
};

/** What a call could run, and whether it does, where operator and workspace let scripts run; asked anew for each call. */
export const findScript =
  (context: Context, { agentId, log, source, offered, dialect, signal }: Setup) =>
  async (question: ToolQuestion): Promise<RunnableScript | null> => {
    const rule = await readScriptFacts(context, agentId);
    if (rule.workspace.mode === "off") return null;
    const events = log.events();
    const planned = await planScript(question, { source, offered, events });
    const found = planned && (await scriptFiles(planned, { source, events, mostBytes: mostGivenBytes / 2 }));
    if (!planned || !found) return null;
    const { files, rewritten } = found;
    const { skills } = planned;
    const decided = decideScript({ ...rule, skills, parts: readScriptParts(planned.call), rewritten });
    const { timeoutMs, runContext } = await readNeeds(source, skills);
    const { conversationId: session, runId: run } = log.place;
    const ids = { agent: agentId, user: context.actor.userId, session, run };
    const environment = runEnvironment(runContext, ids);
    const { call, skill } = question;
    const script = {
      command: planned.call.command,
      stdin: planned.call.code?.text ?? planned.call.stdin,
      skills: skills.map(({ skillId, name, version, draftRevision, digest }) => ({
        skillId,
        name,
        version,
        draftRevision,
        digest,
      })),
      files: files.length,
      backend: { ...simulatedShellAbout },
      ...(Object.keys(environment).length > 0 ? { environment: Object.keys(environment) } : {}),
      ...(decided.decision === "ask" ? { why: decided.message } : {}),
    };
    return {
      decided,
      offered: script,
      async run(allowedBy) {
        // What runs scripts is loaded by the first that is allowed, and by no server that has it switched off.
        const [{ runScript }, { simulatedShell: backend }] = await Promise.all([
          import("./run-script"),
          import("@/lib/execution/adapters/simulated-shell"),
        ]);
        const started = {
          call,
          skill: skill && (script.skills.find(({ skillId }) => skillId === skill.skillId) ?? null),
          script,
          allowedBy,
          decided,
        };
        return runScript(
          context,
          { log, dialect, signal, backend },
          { planned, files, started, environment, timeoutMs },
        );
      },
    };
  };

/** As the versions say it, whatever scripts have put in the place of their files since. */
async function readNeeds(source: SkillSource, skills: readonly SkillRef[]): Promise<ScriptNeeds> {
  const texts = await Promise.all(skills.map((skill) => source.readFile(skill, "SKILL.md")));
  return joinScriptNeeds(
    texts.flatMap((bytes) =>
      bytes
        ? [readScriptNeeds(parseSkill(new TextDecoder().decode(bytes), { mode: "lenient" }).frontmatter)]
        : [],
    ),
  );
}
