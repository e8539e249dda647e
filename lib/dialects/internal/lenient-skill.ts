import type { HostLoad, HostPackage, LoadRule } from "@/lib/runtime/host-load";
import { refuseLoad } from "@/lib/runtime/host-load";
import { type ParsedSkill, parseSkill } from "@/lib/skills/parse-skill";
import { readSkillFile } from "./skill-file";

const rules: Readonly<Record<string, LoadRule>> = {
  "skill-file-empty": "no-frontmatter",
  "frontmatter-unclosed": "unclosed-frontmatter",
  "frontmatter-missing": "no-frontmatter",
  "frontmatter-fence": "no-frontmatter",
  "yaml-not-mapping": "not-a-mapping",
  "yaml-duplicate-key": "duplicate-key",
  "yaml-too-deep": "yaml-too-large",
  "yaml-too-many-values": "yaml-too-large",
};

type Read = { ok: true; path: string; text: string; skill: ParsedSkill } | { ok: false; refusal: HostLoad };

/** Reads a package's SKILL.md as this project does, mending what can be mended. */
export function readLenient(pkg: HostPackage): Read {
  const file = readSkillFile(pkg, { names: ["SKILL.md", "skill.md"], strict: true });
  if (!file.ok) return file;
  const { path } = file;
  const text = file.text.replace(/^\ufeff/, "");
  const skill = parseSkill(text, { mode: "lenient", folderName: pkg.folder });
  const fatal = skill.loads ? undefined : skill.issues.find(({ severity }) => severity === "error");
  if (!fatal) return { ok: true, path, text, skill };
  const place = { file: path, line: fatal.range.startLine };
  return { ok: false, refusal: refuseLoad(rules[fatal.rule] ?? "invalid-yaml", fatal.message, place) };
}
