import type { Hit } from "./hit";
import type { ScannableFile } from "./scannable";

/** `Bash(*)`, `Bash(:*)`, `*`: everything; a shell or sudo with any arguments is as much. A bare `Bash` is as wide, but so common that it is only noted. */
const everything =
  /^(?:\*|(?:Bash|Shell|PowerShell|Execute|Terminal)\((?:\*|:\*|\*:\*|\*\*|\/\*)?\)|(?:Bash|Shell)\((?:sudo|su|bash|sh|zsh|eval|exec|env|xargs|ssh|osascript|powershell|pwsh)(?:\s-[a-z]{1,4})?\s{0,2}:?\s{0,2}\*\)|mcp__\*|(?:Write|Edit|Read|MultiEdit|WebFetch)\((?:\*\*?|\/\*\*|~\/\*\*|\/\/?|\*\*\/\*)\)|WebFetch\(domain:\*\))$/i;
const anyShell = /^(?:Bash|Shell|PowerShell|Terminal|run_shell_command)$/i;

/** What the frontmatter asks a host for. A request never widens what a host permits; a reviewer should see it. */
export function scanRequests({ skill, text, bodyStart }: ScannableFile): Hit[] {
  if (!skill) return [];
  const hits: Hit[] = [];
  const add = (rule: Hit["rule"], key: string, word: string, message: string): void => {
    hits.push({ rule, ...placeOfWord(text, bodyStart, key, word), message, excerpt: word });
  };
  for (const tool of skill.allowedTools) {
    if (everything.test(tool)) {
      const message = `${tool} asks for everything the tool can do. It is a request and widens nothing here.`;
      add("broad-tools", "allowed-tools", tool, message);
    } else if (anyShell.test(tool))
      add(
        "shell-tool",
        "allowed-tools",
        tool,
        `${tool} asks for any command; Bash(git:*) asks for what is needed.`,
      );
  }
  if (skill.frontmatter.has("hooks"))
    add("hooks", "hooks", "hooks", "hooks asks the host to run commands. They are never run here.");
  for (const key of ["mcpServers", "mcp-servers", "mcp_servers"])
    if (skill.frontmatter.has(key))
      add("hooks", key, key, `${key} asks the host to start programs. They are never started here.`);
  for (const key of ["permissionMode", "permission-mode", "permission_mode", "sandbox"]) {
    const value = skill.frontmatter.get(key);
    if (
      typeof value === "string" &&
      /bypass|accept.?edits|full.?access|dont.?ask|^(?:off|false|none|disabled)$/i.test(value)
    )
      add(
        "broad-tools",
        key,
        value,
        `${key}: ${value} asks a host not to ask. It is a request and widens nothing here.`,
      );
  }
  return hits;
}

/** Where `word` stands in the field `key`, as near as a search can tell. */
function placeOfWord(
  text: string,
  bodyStart: number,
  key: string,
  word: string,
): { start: number; end: number } {
  const field = Math.max(0, text.search(new RegExp(`^${key}\\s*:`, "m")));
  const start = text.indexOf(word, field);
  return start < 0 || start > bodyStart
    ? { start: field, end: field + key.length }
    : { start, end: start + word.length };
}
