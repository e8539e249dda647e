import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ExecutionBackend } from "@/lib/execution/ports";
import { print } from "../print-text";
import type { Check } from "../report-checks";
import { type Inside, runInside } from "./run-inside";

const interpreters: Readonly<Record<string, string>> = {
  ".py": "python3",
  ".sh": "bash",
  ".bash": "bash",
  ".js": "node",
  ".mjs": "node",
};

/** `text`: what a document tells to run; null for a file of the package. */
type Script = { skill: string; path: string; folder: string; text: string | null };
type Outcome =
  | "ran"
  | "asks for arguments"
  | "says what is missing"
  | "fails by itself"
  | "reached a limit"
  | "hung";

/**
 * Runs the scripts of real skills without arguments, and the commands and code that their instructions tell to run, spread
 * over the archive: what becomes of them.
 */
export async function countScripts(
  backend: ExecutionBackend,
  archive: string,
  most: number,
): Promise<Check[]> {
  if (!existsSync(archive)) {
    print(`There is no ${archive}: the scripts of real skills are left out.`);
    return [];
  }
  const folder = mkdtempSync(path.join(tmpdir(), "greenroom-scripts-"));
  try {
    spawnSync("tar", ["-xzf", archive, "-C", folder], { stdio: "ignore" });
    const scripts = spread(findScripts(folder), most);
    const counts = new Map<Outcome, number>();
    for (const script of scripts) {
      const inside = await runScript(backend, script);
      const outcome = outcomeOf(inside);
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      if (outcome === "fails by itself" || outcome === "hung")
        print(`     ${outcome}: ${script.skill}/${script.path}: ${lastLineOf(inside)}`);
    }
    const told = [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(", ");
    const skills = new Set(scripts.map(({ skill }) => skill)).size;
    return [
      {
        what: `${backend.id}: ${scripts.length} scripts and told commands of ${skills} real skills, none hangs`,
        holds: scripts.length > 0 && !counts.has("hung"),
        seen: told,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const spread = (scripts: readonly Script[], most: number): Script[] => {
  const step = Math.max(1, scripts.length / most);
  return scripts.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)).slice(0, most);
};

const lastLineOf = ({ stderr, stdout, end }: Inside): string =>
  `${end}: ${(stderr.text.trim() || stdout.text.trim()).split("\n").at(-1)?.slice(0, 140) ?? ""}`;

function outcomeOf({ end, exitCode, stderr, stdout, observed, tookMs }: Inside): Outcome {
  if (tookMs > 30_000) return "hung";
  if (end !== "exited") return "reached a limit";
  if (exitCode === 0) return "ran";
  const { commands, modules } = observed.missing;
  if (commands.length + modules.length + observed.hosts.length > 0) return "says what is missing";
  return /usage|required|argument|provide|expected/i.test(`${stderr.text}${stdout.text}`)
    ? "asks for arguments"
    : "fails by itself";
}

function runScript(
  backend: ExecutionBackend,
  { skill, path: script, folder, text }: Script,
): Promise<Inside> {
  const files = new Map(
    filesBelow(folder).map((file) => [
      `/skills/${skill}/${file}`,
      new Uint8Array(readFileSync(path.join(folder, file))),
    ]),
  );
  if (text !== null) files.set(`/skills/${skill}/${script}`, new TextEncoder().encode(text));
  const program = interpreters[path.extname(script)] ?? "bash";
  return runInside(backend, `${program} '/skills/${skill}/${script}'`, {
    files,
    folder: `/skills/${skill}`,
  });
}

function findScripts(root: string): Script[] {
  const skills = filesBelow(root)
    .filter((file) => path.basename(file) === "SKILL.md")
    .map((file) => path.join(root, path.dirname(file)));
  return skills.sort().flatMap((folder) => {
    const skill = path.basename(folder);
    const files = filesBelow(folder)
      .filter((file) => path.extname(file) in interpreters && !file.includes("'"))
      .map((file) => ({ skill, path: file, folder, text: null }));
    return [...files, ...toldIn(folder, skill)];
  });
}

const endings: Readonly<Record<string, string>> = {
  bash: "sh",
  sh: "sh",
  shell: "sh",
  python: "py",
  javascript: "js",
};

/** The blocks of a SKILL.md that are commands or code. */
function toldIn(folder: string, skill: string): Script[] {
  const document = readFileSync(path.join(folder, "SKILL.md"), "utf8");
  return [...document.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].flatMap(([, language = "", text = ""], at) => {
    const ending = endings[language];
    return ending === undefined ? [] : [{ skill, path: `told-${at + 1}.${ending}`, folder, text }];
  });
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => statSync(path.join(folder, file)).isFile())
    .sort();
}
