import { diffLines, splitLines } from "@/lib/diff/diff-lines";
import { textOf } from "@/lib/skills/file-text";
import type { TargetFile } from "@/lib/targets/target-plan";
import type { DraftChange } from "../drafts/draft-schema";
import type { SkillTargets } from "./target-schema";

type Texts = SkillTargets["targets"][number]["texts"];

/** What a host's form changes, as a change of the draft that anybody can look at, save and take back. */
export function fitChanges(
  stored: readonly TargetFile[],
  planned: readonly TargetFile[],
): { fit: DraftChange[]; texts: Texts } {
  const before = new Map(stored.map((file) => [file.path, file]));
  const after = new Set(planned.map(({ path }) => path));
  const gone = stored.filter(({ path }) => !after.has(path));
  const fit: DraftChange[] = [];
  const texts: Texts = [];
  for (const file of planned) {
    const known = before.get(file.path);
    if (known === file) continue;
    const renamed = known
      ? undefined
      : gone.find(({ path }) => path.toLowerCase() === file.path.toLowerCase());
    if (renamed) fit.push({ op: "move", from: renamed.path, to: file.path });
    const [was, is] = [known ?? renamed, file].map((one) => (one ? textOf(one.bytes) : "")) as [
      string | null,
      string | null,
    ];
    if (is === null || was === is) continue;
    fit.push({ op: "write", path: file.path, text: is });
    texts.push({ path: file.path, lines: changedLines(was ?? "", is) });
  }
  return { fit, texts };
}

const around = 1;

/** Whole texts would be most of an answer: of what stays the same a line on either side is told. */
function changedLines(before: string, after: string): Texts[number]["lines"] {
  const [old, now] = [splitLines(before), splitLines(after)];
  const told: Texts[number]["lines"] = [];
  const same = (from: number, to: number) => {
    for (const text of old.slice(Math.max(0, from), to)) told.push({ kind: "same", text });
  };
  let last = 0;
  for (const { oldStart, oldCount, newStart, newCount } of diffLines(old, now)) {
    same(Math.max(last, oldStart - around), oldStart);
    for (const text of old.slice(oldStart, oldStart + oldCount)) told.push({ kind: "removed", text });
    for (const text of now.slice(newStart, newStart + newCount)) told.push({ kind: "added", text });
    last = oldStart + oldCount;
  }
  if (told.length > 0) same(last, last + around);
  return told;
}
