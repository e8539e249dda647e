import type { HostLoad, HostPackage } from "@/lib/runtime/host-load";
import { skillFileName } from "@/lib/skills/find-skill-file";
import { parseSkill } from "@/lib/skills/parse-skill";
import { applyEdits } from "@/lib/skills/text-position";
import { type SkillDocument, withDocument } from "./skill-facts";
import type { TargetFile, TargetRemark } from "./target-plan";

type Load = (pkg: HostPackage) => HostLoad;
type Fitted = { text: string; changes: TargetRemark[] };

/** A change that keeps what a document says and writes it otherwise. */
type Step = { remarks: TargetRemark[]; apply: (text: string) => string };

/** As a loader asks for a package. */
export const hostPackage = (folder: string, files: readonly TargetFile[]): HostPackage => ({
  folder,
  files: files.map(({ path, bytes }) => ({ path, size: bytes.length })),
  read: (path) => files.find((file) => file.path === path)?.bytes ?? null,
});

/** Repairs that say the same in another way; all others are their author's to choose. */
const mechanical: ReadonlySet<string> = new Set([
  "byte-order-mark",
  "frontmatter-fence",
  "frontmatter-misplaced",
  "yaml-unquoted-value",
  "allowed-tools-commas",
  "allowed-tools-type",
  "metadata-value-type",
]);

/**
 * The fewest mechanical changes with which a host loads a package that it does not load as it is. Null when there are
 * none that help; no changes when it loads as it is.
 */
export function fitDocument(
  load: Load,
  { folder, files, document }: { folder: string; files: readonly TargetFile[]; document: SkillDocument },
): Fitted | null {
  const { text } = document;
  const loads = (steps: readonly Step[]): boolean =>
    load(hostPackage(folder, applied(files, document, steps))).state === "loaded";
  if (load(hostPackage(folder, files)).state === "loaded") return { text, changes: [] };
  const steps = stepsFor(document);
  const single = steps.find((step) => loads([step]));
  const chosen = single ? [single] : loads(steps) ? fewest(steps, loads) : null;
  if (chosen === null) return null;
  return { text: textOf(text, chosen), changes: chosen.flatMap(({ remarks }) => remarks) };
}

/** Leaves out one after the other what is not needed. */
function fewest(steps: readonly Step[], loads: (steps: readonly Step[]) => boolean): readonly Step[] {
  let needed = steps;
  for (const step of steps) {
    const without = needed.filter((one) => one !== step);
    if (loads(without)) needed = without;
  }
  return needed;
}

const textOf = (text: string, steps: readonly Step[]): string =>
  steps.reduce((done, { apply }) => apply(done), text);

const applied = (files: readonly TargetFile[], { file, text }: SkillDocument, steps: readonly Step[]) =>
  steps.length === 0 ? files : withDocument(files, file, textOf(text, steps));

/** One for each rule: a text with a thousand faults of a kind is mended in as many steps as one with two. */
function stepsFor({ file, text, skill }: SkillDocument): Step[] {
  const at = (rule: string, line: number | null, message: string): TargetRemark => ({
    rule,
    file: file.path,
    line,
    message,
  });
  const steps: Step[] = [];
  if (file.path !== skillFileName) {
    const remarks = [at("skill-file-case", null, `${file.path} is called ${skillFileName}.`)];
    steps.push({ remarks, apply: (before) => before });
  }
  const mended = skill.issues.filter(({ rule, fix }) => fix && mechanical.has(rule));
  for (const [rule, issues] of Map.groupBy(mended, (issue) => issue.rule)) {
    const remarks = issues.map(({ message, range, fix }) =>
      at(rule, range.startLine, `${message} ${fix?.title ?? ""}.`),
    );
    steps.push({ remarks, apply: (before) => repair(before, rule) });
  }
  if (text.includes("\r"))
    steps.push({
      remarks: [at("line-endings", 1, "Lines end in LF.")],
      apply: (before) => before.replace(/\r\n?/g, "\n"),
    });
  return steps;
}

/** In the text as it is now, which earlier steps may have moved. */
function repair(text: string, rule: string): string {
  const { issues } = parseSkill(text, { mode: "lenient" });
  const edits = issues.flatMap((issue) => (issue.rule === rule ? (issue.fix?.edits ?? []) : []));
  return applyEdits(text, edits);
}
