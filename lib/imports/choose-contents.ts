import "server-only";
import type { ArchiveContents } from "@/lib/bundles/archive-contents";
import { isSkillFile } from "@/lib/bundles/find-packages";
import { formatCount } from "@/lib/kernel/format-count";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { err, ok, type Result } from "@/lib/kernel/result";
import { createBreathe } from "@/lib/platform/yield-between-steps";
import { choosePackages, nameInFile, type PackagePatterns } from "./choose-packages";
import { matchFromTop } from "./internal/match-patterns";
import { packagesOf, type SourceContents } from "./read-source";

type Chosen = SourceContents & {
  /** What the patterns keep out, in words. */
  leftOut: string[];
};

/** The packages among files that the patterns ask for, by the rule that folders on disk have; `fallback` names one at the top. */
export async function chooseContents(
  contents: ArchiveContents,
  { fallback, patterns }: { fallback: string; patterns: PackagePatterns },
): Promise<Result<Chosen, "no-skills" | "none-chosen">> {
  const { kept, out } = await withoutExcluded(contents, patterns);
  const read = packagesOf(kept, fallback);
  if (!read.ok)
    return err(contents.files.some(({ path }) => isSkillFile(path)) ? "none-chosen" : "no-skills");
  const { included, excluded } = await choosePackages(read.value.packages, patterns, (one) =>
    nameInFile(one, async ({ bytes }) => bytes),
  );
  if (included.length === 0) return err("none-chosen");
  const byName = excluded.map(
    ({ one, name }) =>
      `${markHidden(name)}${one.root === "" ? "" : ` in ${markHidden(one.root)}`} is left out by its name.`,
  );
  const byPath = out === 0 ? [] : [`The patterns leave out ${formatCount(out, "file")}.`];
  return ok({ ...read.value, packages: included, leftOut: [...byPath, ...byName] });
}

/** Which of these a walk would never meet. `below`: the folder that they are put into, where that is no part of their paths. */
export async function withoutExcluded(
  contents: ArchiveContents,
  { exclude }: Pick<PackagePatterns, "exclude">,
  below = "",
): Promise<{ kept: ArchiveContents; out: number }> {
  if (exclude.length === 0) return { kept: contents, out: 0 };
  const isOut = matchFromTop(exclude);
  const breathe = createBreathe();
  let out = 0;
  const within = async <Placed extends { path: string }>(list: readonly Placed[]): Promise<Placed[]> => {
    const kept: Placed[] = [];
    for (const one of list) {
      await breathe();
      if (isOut(below === "" ? one.path : `${below}/${one.path}`)) out += 1;
      else kept.push(one);
    }
    return kept;
  };
  const [files, links, barred] = [
    await within(contents.files),
    await within(contents.links),
    await within(contents.barred),
  ];
  return { kept: { ...contents, files, links, barred }, out };
}
