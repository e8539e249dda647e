import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { z } from "zod";
import { installPackage } from "./install-package";
import { print } from "./print-text";
import type { Check } from "./report-checks";

/** A program of others that reads skills' folders; it answers in words which of them it does not take, and why. */
export type SkillReader = { name: string; refuses: (folders: readonly string[]) => string[] };

const validator = { package: "skills-ref", version: "0.1.1" };
const adk = { id: "google-adk", package: "@google/adk", version: "2.0.0" };
const patienceMs = 300_000;

/** Of these readers those that are in `folder`, or can be fetched; of the others it is said that they are left out. */
export function findReaders(folder: string): SkillReader[] {
  const reference = findValidator(folder);
  if (!reference)
    print(
      `The reference validator (${validator.package} ${validator.version}, Python 3.11) is not in ${folder} and cannot be fetched: left out.`,
    );
  const bin = installPackage(adk, folder);
  return [...(reference ? [reference] : []), ...(bin === null ? [] : [adkReader(join(bin, ".."))])];
}

/** What a client got: each of these programs takes every folder of it. */
export function tryReaders(
  readers: readonly SkillReader[],
  skills: string,
  check: (what: Check["what"], holds: boolean, seen: string) => void,
): void {
  const folders = existsSync(skills)
    ? readdirSync(skills, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
        .map(({ name }) => join(skills, name))
    : [];
  for (const { name, refuses } of readers) {
    const refused = refuses(folders);
    const taken = `${folders.length - refused.length} of ${folders.length} folders`;
    check(
      `${name} takes what it got`,
      folders.length > 0 && refused.length === 0,
      [taken, ...refused].join("; "),
    );
  }
}

/** From the Python registry, or from checkouts of agentskills/agentskills and crdoconnor/strictyaml in `folder`. */
function findValidator(folder: string): SkillReader | null {
  const place = join(folder, `${validator.package}-${validator.version}`);
  const checkouts = [join(folder, "agentskills", "skills-ref", "src"), join(folder, "strictyaml")];
  const env = { ...process.env, PYTHONPATH: [place, ...checkouts].join(delimiter) };
  const python = (...args: string[]) =>
    spawnSync("python3", ["-B", ...args], { env, encoding: "utf8", timeout: patienceMs });
  const isThere = () => python("-c", "import skills_ref.cli").status === 0;
  if (!isThere())
    python(
      "-m",
      "pip",
      "install",
      "--quiet",
      "--disable-pip-version-check",
      "--retries",
      "0",
      "--target",
      place,
      `${validator.package}==${validator.version}`,
    );
  if (!isThere()) return null;
  return {
    name: "the reference validator",
    refuses: (folders) =>
      folders.flatMap((one) => {
        const { status, stderr } = python("-m", "skills_ref.cli", "validate", one);
        return status === 0 ? [] : [`${basename(one)}: ${stderr.replace(/\s+/g, " ").trim()}`];
      }),
  };
}

const adkReader = (modules: string): SkillReader => ({
  name: `${adk.package} ${adk.version}`,
  refuses: (folders) => {
    const program = join(process.cwd(), "bench/delivery-clients/load-with-adk.mjs");
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, modules, ...folders], {
      encoding: "utf8",
      timeout: patienceMs,
    });
    const last = stdout.trim().split("\n").at(-1) ?? "";
    return status === 0 ? z.array(z.string()).parse(JSON.parse(last)) : [stderr.trim().slice(-200)];
  },
});
