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

type Script = { skill: string; path: string; folder: string };
type Outcome =
  | "ran"
  | "asks for arguments"
  | "says what is missing"
  | "fails by itself"
  | "reached a limit"
  | "hung";

/** Runs the scripts of real skills without arguments, as they lie in the archive: what becomes of them. */
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
    const scripts = findScripts(folder).slice(0, most);
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
        what: `${backend.id}: ${scripts.length} scripts of ${skills} real skills, none hangs`,
        holds: scripts.length > 0 && !counts.has("hung"),
        seen: told,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

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

function runScript(backend: ExecutionBackend, { skill, path: script, folder }: Script): Promise<Inside> {
  const files = new Map(
    filesBelow(folder).map((file) => [
      `/skills/${skill}/${file}`,
      new Uint8Array(readFileSync(path.join(folder, file))),
    ]),
  );
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
  return skills.sort().flatMap((folder) =>
    filesBelow(folder)
      .filter((file) => path.extname(file) in interpreters && !file.includes("'"))
      .map((file) => ({ skill: path.basename(folder), path: file, folder })),
  );
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => statSync(path.join(folder, file)).isFile())
    .sort();
}
