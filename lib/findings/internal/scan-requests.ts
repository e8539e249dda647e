import { parseSkill } from "@/lib/skills/parse-skill";
import type { Finding } from "../finding";
import { isSkillFile, type ScannableFile } from "./scannable";

/** `Bash(*)`, `Bash(:*)`, `*`: everything. A bare `Bash` is as wide, but so common that it is only noted. */
const everything =
  /^(?:\*|(?:Bash|Shell|PowerShell|Execute|Terminal)\((?:\*|:\*|\*:\*|\*\*)?\)|mcp__\*|(?:Write|Edit|Read|WebFetch)\((?:\*\*?|\/\*\*|~\/\*\*|\/)\))$/i;
const anyShell = /^(?:Bash|Shell|PowerShell|Terminal|run_shell_command)$/i;

/** What the frontmatter asks a host for. A request never widens what a host permits; a reviewer should see it. */
export function scanRequests(file: ScannableFile): Finding[] {
  if (!isSkillFile(file.path)) return [];
  const skill = parseSkill(file.text, { mode: "lenient", path: file.path });
  const findings: Finding[] = [];
  for (const tool of skill.allowedTools) {
    const place = placeOf(file.text, file.bodyStart, "allowed-tools", tool);
    if (everything.test(tool))
      findings.push(
        file.find(
          "broad-tools",
          place.start,
          place.end,
          `${tool} asks for everything the tool can do. It is a request and widens nothing here.`,
          tool,
        ),
      );
    else if (anyShell.test(tool))
      findings.push(
        file.find(
          "shell-tool",
          place.start,
          place.end,
          `${tool} asks for any command; Bash(git:*) asks for what is needed.`,
          tool,
        ),
      );
  }
  if (skill.frontmatter.has("hooks")) {
    const place = placeOf(file.text, file.bodyStart, "hooks", "hooks");
    findings.push(
      file.find(
        "hooks",
        place.start,
        place.end,
        "hooks asks the host to run commands. They are never run here.",
        "hooks",
      ),
    );
  }
  return findings;
}

/** Where `word` stands in the field `key`, as near as a search can tell. */
function placeOf(text: string, bodyStart: number, key: string, word: string): { start: number; end: number } {
  const field = Math.max(0, text.search(new RegExp(`^${key}\\s*:`, "m")));
  const start = text.indexOf(word, field);
  return start < 0 || start > bodyStart
    ? { start: field, end: field + key.length }
    : { start, end: start + word.length };
}
