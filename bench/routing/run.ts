import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { fieldWeights, searchEntries } from "@/lib/runtime/search-skills";
import { toEntry } from "@/lib/runtime/search-terms";
import { type BenchSkill, loadSkills } from "./load-skills";
import { halvesOf, longMessages, shareOf } from "./make-sets";
import { measureRanking, type Query, type Ranking } from "./measure-ranking";
import { plainBm25 } from "./plain-bm25";

const fileSchema = z.object({
  skills: z.record(z.string(), z.object({ name: z.string(), description: z.string() })),
  queries: z.array(z.object({ query: z.string(), skills: z.array(z.string()), should_trigger: z.boolean() })),
});
type Subject = { id: string; name: string; description: string; body: string };

/**
 * `npm run bench -- routing [--queries <file>] [--skills <folder>] [--json]`: how often the right skill comes first,
 * by our search and by plain BM25 over descriptions, with bodies and without those of the skills asked for. Exits 1
 * when ours finds more than one query fewer in any set, or is not 15 points better where there are trigger queries.
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
  const chatter = file.queries.map(({ query }) => query);
  const results = sets.flatMap(({ title, skills }) => {
    const asked = new Set(subjects.map(({ id }) => id));
    const bare = skills.map((skill) => (asked.has(skill.id) ? { ...skill, body: "" } : skill));
    return [
      ...compare(title, skills, queries),
      ...compare(`${title}, those asked for without bodies`, bare, queries),
      compareIn(`${title}, long messages`, skills, longMessages(skills, chatter)),
    ];
  });
  if (options.includes("--json")) console.log(JSON.stringify(results, null, 2));
  else print(results);
  return results.every(isGoodEnough) ? 0 : 1;
}

/** In queries, by which a set may be worse than plain BM25; in shares, by which trigger queries must make it better. */
const [mostLost, leastLead] = [1, 0.15];

function isGoodEnough({ ours, plain, withTriggers, worstHalf }: Comparison): boolean {
  const lost = Math.max(plain.hitAt1 - ours.hitAt1, plain.hitAt5 - ours.hitAt5) * ours.queries;
  const leads = !withTriggers || ours.hitAt1 >= plain.hitAt1 + leastLead;
  return Math.max(lost, -(worstHalf ?? 0)) < mostLost + 0.5 && leads;
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

type Comparison = {
  title: string;
  ours: Ranking;
  plain: Ranking;
  withTriggers?: true;
  /** Queries by which ours is ahead in that of 20 random halves where it is the least, in Hit@1 or Hit@5. */
  worstHalf?: number;
};

type Rank = (text: string) => string[];

function compareIn(
  title: string,
  skills: readonly Subject[],
  queries: readonly Query[],
  triggers: ReadonlyMap<string, string[]> = new Map(),
): Comparison {
  return compareBy(title, queries, ourRank(skills, triggers), plainRank(skills));
}

const compareBy = (title: string, queries: readonly Query[], ours: Rank, plain: Rank): Comparison => ({
  title,
  ours: measureRanking(queries, ours),
  plain: measureRanking(queries, plain),
});

function ourRank(skills: readonly Subject[], triggers: ReadonlyMap<string, string[]>): Rank {
  const entries = skills.map(({ id, ...skill }) =>
    toEntry({ skillId: id, ...skill, triggers: triggers.get(id) ?? [] }),
  );
  return remembered((text) => searchEntries(text, entries).map(({ skillId }) => skillId));
}

const plainRank = (skills: readonly Subject[]): Rank =>
  remembered(plainBm25(skills.map(({ id, description }) => ({ id, text: description }))));

/** Halves ask the same queries again. */
function remembered(rank: Rank): Rank {
  const known = new Map<string, string[]>();
  return (text) => {
    const found = known.get(text) ?? rank(text);
    known.set(text, found);
    return found;
  };
}

function compare(title: string, skills: readonly Subject[], queries: readonly Query[]): Comparison[] {
  const heldOut = queries.filter((query) => !isIndexed(query));
  const triggers = new Map<string, string[]>();
  for (const { text, answers } of queries.filter(isIndexed))
    for (const id of answers) triggers.set(id, [...(triggers.get(id) ?? []), text]);
  const [ours, plain] = [ourRank(skills, new Map()), plainRank(skills)];
  const all = compareBy(`${title}, all queries`, queries, ours, plain);
  const leads = halvesOf(queries, 20)
    .map((half) => compareBy(title, half, ours, plain))
    .flatMap((half) => [
      (half.ours.hitAt1 - half.plain.hitAt1) * half.ours.queries,
      (half.ours.hitAt5 - half.plain.hitAt5) * half.ours.queries,
    ]);
  const withTriggers = compareIn(
    `${title}, held-out 40 %, the other 60 % as trigger queries`,
    skills,
    heldOut,
    triggers,
  );
  return [
    { ...all, worstHalf: Math.round(Math.min(...leads)) },
    compareIn(`${title}, held-out 40 %`, skills, heldOut),
    { ...withTriggers, withTriggers: true },
  ];
}

/** A fixed 60 %. */
const isIndexed = ({ text }: Query): boolean => shareOf(text) < 0.6;

function print(results: readonly Comparison[]): void {
  console.log(`weights ${JSON.stringify(fieldWeights)}`);
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const row = (what: string, { hitAt1, hitAt5, reciprocalRank, p95Ms }: Ranking) =>
    `  ${what.padEnd(24)} Hit@1 ${percent(hitAt1).padStart(7)}  Hit@5 ${percent(hitAt5).padStart(7)}  MRR ${reciprocalRank.toFixed(3)}  p95 ${p95Ms.toFixed(2)} ms`;
  for (const { title, ours, plain, worstHalf } of results) {
    console.log(`${title} (${ours.queries} queries)`);
    console.log(row("ours", ours));
    console.log(row("BM25 over descriptions", plain));
    if (worstHalf !== undefined) console.log(`  least ahead in 20 random halves: ${worstHalf} queries`);
  }
}
