import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { fieldWeights, searchEntries } from "@/lib/runtime/search-skills";
import { toEntry } from "@/lib/runtime/search-terms";
import { type BenchSkill, loadSkills } from "./load-skills";
import { measureRanking, type Query, type Ranking } from "./measure-ranking";
import { plainBm25 } from "./plain-bm25";

const fileSchema = z.object({
  skills: z.record(z.string(), z.object({ name: z.string(), description: z.string() })),
  queries: z.array(z.object({ query: z.string(), skills: z.array(z.string()), should_trigger: z.boolean() })),
});
type Subject = { id: string; name: string; description: string; body: string };

/**
 * `npm run bench -- routing [--queries <file>] [--skills <folder>] [--json]`: how often the right skill comes first,
 * by our search and by plain BM25 over descriptions. Exits 1 when ours is not the better one.
 */
export async function run(options: readonly string[]): Promise<number> {
  const queriesFile = optionOf(options, "--queries") ?? "../shared/routing/trigger-queries.json";
  const skillsFolder = optionOf(options, "--skills") ?? "../shared/corpus";
  if (!existsSync(queriesFile)) {
    console.log(`Skipped: there is no ${queriesFile}.`);
    return 0;
  }
  const file = fileSchema.parse(JSON.parse(readFileSync(queriesFile, "utf8")));
  const corpus = await loadSkills(skillsFolder);
  const { subjects, others } = join(file.skills, corpus);
  const queries = file.queries
    .filter((query) => query.should_trigger)
    .map((query) => ({ text: query.query, answers: new Set(query.skills) }));
  const sets = [
    { title: `${subjects.length} skills`, skills: subjects },
    ...(others.length > 0
      ? [
          {
            title: `${subjects.length + others.length} skills (with the folder's others)`,
            skills: [...subjects, ...others],
          },
        ]
      : []),
  ];
  const results = sets.flatMap(({ title, skills }) => compare(title, skills, queries));
  if (options.includes("--json")) console.log(JSON.stringify(results, null, 2));
  else print(results);
  return results.every(({ ours, plain }) => ours.hitAt1 > plain.hitAt1 && ours.hitAt5 >= plain.hitAt5)
    ? 0
    : 1;
}

function optionOf(options: readonly string[], name: string): string | undefined {
  const at = options.indexOf(name);
  return at < 0 ? undefined : options[at + 1];
}

/** The asked-about skills with their bodies where the folder has them, and the rest of the folder. */
function join(
  asked: z.infer<typeof fileSchema>["skills"],
  corpus: readonly BenchSkill[],
): { subjects: Subject[]; others: Subject[] } {
  const used = new Set<BenchSkill>();
  const subjects = Object.entries(asked).map(([id, { name, description }]) => {
    const repository = id.split(":")[1]?.replace("+", "/") ?? "";
    const found = corpus.find((skill) => skill.repository === repository && skill.name === name);
    if (found) used.add(found);
    return { id, name, description, body: found?.body ?? "" };
  });
  const names = new Set(subjects.map(({ name, description }) => `${name} ${description}`));
  const others = corpus
    .filter((skill) => !used.has(skill) && !names.has(`${skill.name} ${skill.description}`))
    .map((skill, index) => ({ id: `other-${index}`, ...skill }));
  return { subjects, others };
}

type Comparison = { title: string; ours: Ranking; plain: Ranking };

function compare(title: string, skills: readonly Subject[], queries: readonly Query[]): Comparison[] {
  const bare = plainBm25(skills.map(({ id, description }) => ({ id, text: description })));
  const plain = (asked: readonly Query[]) => measureRanking(asked, bare);
  const ours = (asked: readonly Query[], triggers: ReadonlyMap<string, string[]>) => {
    const entries = skills.map(({ id, ...skill }) =>
      toEntry({ skillId: id, ...skill, triggers: triggers.get(id) ?? [] }),
    );
    return measureRanking(asked, (text) => searchEntries(text, entries).map(({ skillId }) => skillId));
  };
  const heldOut = queries.filter((query) => !isIndexed(query));
  const triggers = new Map<string, string[]>();
  for (const { text, answers } of queries.filter(isIndexed))
    for (const id of answers) triggers.set(id, [...(triggers.get(id) ?? []), text]);
  return [
    { title: `${title}, all queries`, ours: ours(queries, new Map()), plain: plain(queries) },
    { title: `${title}, held-out 40 %`, ours: ours(heldOut, new Map()), plain: plain(heldOut) },
    {
      title: `${title}, held-out 40 %, the other 60 % as trigger queries`,
      ours: ours(heldOut, triggers),
      plain: plain(heldOut),
    },
  ];
}

/** A fixed 60 %: by the query's own text, so that the split is the same on every machine and for every file. */
const isIndexed = ({ text }: Query): boolean =>
  createHash("sha256").update(text).digest().readUInt32BE(0) / 2 ** 32 < 0.6;

function print(results: readonly Comparison[]): void {
  console.log(`weights ${JSON.stringify(fieldWeights)}`);
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const row = (what: string, { hitAt1, hitAt5, reciprocalRank, p95Ms }: Ranking) =>
    `  ${what.padEnd(24)} Hit@1 ${percent(hitAt1).padStart(7)}  Hit@5 ${percent(hitAt5).padStart(7)}  MRR ${reciprocalRank.toFixed(3)}  p95 ${p95Ms.toFixed(2)} ms`;
  for (const { title, ours, plain } of results) {
    console.log(`${title} (${ours.queries} queries)`);
    console.log(row("ours", ours));
    console.log(row("BM25 over descriptions", plain));
  }
}
