import {
  readHostCommand,
  readSkillScript,
  type ScriptCall,
  skillsNamedIn,
} from "@/lib/dialects/read-script-call";
import type { SessionEvent, SkillRef } from "@/lib/runtime/events";
import type { SkillSource, ToolQuestion } from "@/lib/runtime/ports";
import { isSecretPath } from "@/lib/skills/package-path";

/** What a call would run, and whose files it would find there. */
export type PlannedScript = { call: ScriptCall; skills: readonly SkillRef[] };

type Known = {
  source: Pick<SkillSource, "listFiles">;
  /** Those that the run offers. */
  offered: readonly SkillRef[];
  events: readonly SessionEvent[];
};

/** Null for a call that runs nothing: an agent's own tool, or a script in a language that is not here. */
export async function planScript(
  { call, skill, tool, path }: ToolQuestion,
  { source, offered, events }: Known,
): Promise<PlannedScript | null> {
  if (skill) {
    const file = await findScript(source, skill, { tool, path });
    const script = file === null ? null : readSkillScript(call, skill.name, file);
    return script && { call: script, skills: [skill] };
  }
  const command = readHostCommand(call);
  if (!command) return null;
  const named = new Set(skillsNamedIn(`${command.command} ${command.folder} ${command.code?.text ?? ""}`));
  const active = new Set(
    events.flatMap((event) =>
      event.type === "skill-activated" || event.type === "skill-reactivated"
        ? [event.payload.skill.skillId]
        : [],
    ),
  );
  return {
    call: command,
    skills: offered.filter(({ name, skillId }) => named.has(name) || active.has(skillId)),
  };
}

/** Where the host would find it; skillkit's tools are named after the file, without its ending. */
async function findScript(
  source: Known["source"],
  skill: SkillRef,
  { tool, path }: Pick<ToolQuestion, "tool" | "path">,
): Promise<string | null> {
  const files = (await source.listFiles(skill))
    .map((file) => file.path)
    .filter((file) => !isSecretPath(file));
  if (path !== null) return [path, `scripts/${path}`].find((place) => files.includes(place)) ?? null;
  const prefix = `${skill.name.toLowerCase().replaceAll("_", "-")}__`;
  if (!tool.startsWith(prefix)) return null;
  const isNamed = (file: string): boolean =>
    file
      .slice(file.lastIndexOf("/") + 1)
      .replace(/\.[^.]*$/, "")
      .toLowerCase() === tool.slice(prefix.length);
  return files.find((file) => file.startsWith("scripts/") && isNamed(file)) ?? null;
}
