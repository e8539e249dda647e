import type { HostLoad, HostPackage } from "@/lib/runtime/host-load";
import { refuseLoad } from "@/lib/runtime/host-load";
import { endingOf, sortFiles } from "../internal/host-files";
import { readLenient } from "../internal/lenient-skill";
import { lineOf } from "../internal/skill-file";

/**
 * LinX as its design has it: the whole SKILL.md is documentation in the prompt, so anything that can be read loads;
 * `skill_type: langchain_tool` makes a package a tool and no document. Python files anywhere in it are its scripts.
 */
export function loadInLinx(pkg: HostPackage): HostLoad {
  const read = readLenient(pkg);
  if (!read.ok) return read.refusal;
  const { path, text, skill } = read;
  if (skill.frontmatter.get("skill_type") === "langchain_tool")
    return refuseLoad(
      "not-a-document",
      "It is a tool (`skill_type: langchain_tool`), and the host tells documents alone.",
      { file: path, line: lineOf(text, text.search(/^["']?skill_type/m)) },
    );
  const isScript = (file: string) => endingOf(file) === ".py";
  const { name, description } = skill;
  return { state: "loaded", name, description, ...sortFiles(pkg.files, path, { isScript }) };
}
