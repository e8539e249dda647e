import { splitAllowedTools } from "@/lib/skills/allowed-tools";
import { textOf } from "@/lib/skills/file-text";
import { parseSkill } from "@/lib/skills/parse-skill";
import { hostsIn } from "./hosts";
import { readDockerfile, readPackageJson, readPyproject, readRequirements } from "./read-manifests";
import { readMarkdown } from "./read-markdown";
import { readSource } from "./read-piece";
import { type Language, literal, type Sighting } from "./sighting";

type OpenedFile = { path: string; text: string; bytes: Uint8Array };

const byExtension: Readonly<Record<string, Language>> = {
  sh: "shell",
  bash: "shell",
  zsh: "shell",
  py: "python",
  pyw: "python",
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  jsx: "javascript",
  ts: "javascript",
  mts: "javascript",
  cts: "javascript",
  tsx: "javascript",
  ps1: "powershell",
  psm1: "powershell",
};

/** Code that nobody here reads; what it does is not known. */
const unreadCode =
  /\.(?:rb|pl|pm|php|go|rs|java|kt|kts|scala|swift|c|cc|cpp|h|hpp|cs|fs|lua|r|jl|ex|exs|erl|clj|cljs|dart|zig|nim|m|mm|bat|cmd|vbs|vba|wsf|hta|fish|csh|applescript|scpt|awk|tcl|ipynb|exe|dll|so|dylib|jar|class|pyc|pyo|wasm|node|o|a|bin|app|msi|deb|rpm|dmg|pkg|whl|egg|zip|tar|gz|tgz|bz2|xz|7z|rar)$/i;
const shebangs: readonly (readonly [RegExp, Language | null])[] = [
  [/\b(?:ba|z|da|k|a)?sh\b/, "shell"],
  [/\bpython/, "python"],
  [/\b(?:node|bun|deno|tsx|ts-node)\b/, "javascript"],
  [/\bpwsh\b/, "powershell"],
  [/./, null],
];

export function readFile({ path, text, bytes }: OpenedFile): Sighting[] {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const language = byExtension[extension];
  if (language)
    return [...(textOf(bytes) === null ? [unread(path)] : []), ...readSource(language, text, 0, false)];
  if (/^(?:md|mdx|markdown)$/.test(extension)) return [...toolsOf(path, text), ...readMarkdown(text)];
  const manifest = readManifest(name, text);
  if (manifest) return manifest;
  if (unreadCode.test(name)) return [unread(path)];
  if (text.startsWith("#!")) {
    const line = text.slice(0, 200).split("\n", 1)[0] ?? "";
    const meant = shebangs.find(([pattern]) => pattern.test(line.slice(2)))?.[1];
    return meant ? readSource(meant, text, 0, false) : [unread(path)];
  }
  if (isProgram(bytes)) return [unread(path)];
  return /^(?:json|jsonc|json5|ya?ml|toml|ini|cfg|conf|env|properties|html?|vue|svelte|xml|tmpl|template|j2|hbs|ejs|txt|rst)$/.test(
    extension,
  ) || /^\.env/.test(name)
    ? hostsIn(text, extension === "txt" || extension === "rst" ? "linked" : "named", 0)
    : [];
}

const unread = (path: string): Sighting => literal("unread", "unread", path, 0);

/** ELF, Mach-O, or a Windows program without a name that says so. */
const isProgram = ([a, b, c, d]: Uint8Array): boolean =>
  (a === 0x7f && b === 0x45 && c === 0x4c && d === 0x46) ||
  (a === 0x4d && b === 0x5a && (c ?? 32) < 9 + 144) ||
  (a === 0xcf && b === 0xfa && c === 0xed && d === 0xfe);

function readManifest(name: string, text: string): Sighting[] | null {
  if (/^requirements[\w.-]*\.txt$/i.test(name)) return readRequirements(text);
  if (name === "package.json") return readPackageJson(text);
  if (name === "pyproject.toml") return readPyproject(text);
  if (/^(?:Dockerfile|Containerfile)(?:\.[\w-]+)?$|\.dockerfile$/i.test(name)) return readDockerfile(text);
  return null;
}

/** What `allowed-tools` of a SKILL.md lets an agent use without asking. */
function toolsOf(path: string, text: string): Sighting[] {
  if (!/(?:^|\/)skill\.md$/i.test(path)) return [];
  const skill = parseSkill(text, { mode: "lenient", path });
  const from = Math.max(0, text.search(/^allowed-tools\s*:/m));
  const head = text.length - skill.body.length;
  return [...new Set(skill.allowedTools.flatMap((tool) => splitAllowedTools(tool)))].map((tool) => {
    const at = text.indexOf(tool, from);
    return literal("tool", "allowed", tool, at >= 0 && at < head ? at : from);
  });
}
