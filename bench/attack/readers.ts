import { randomFrom } from "../format/generate-skills";
import type { Person } from "./person";

/** One request of somebody who works honestly: how long it took, and whether it was answered as it should be. */
export type Sample = { what: string; milliseconds: number; ok: boolean };

/** What people look at all day: lists, pages, an agent's catalogue, a search, a conversation. */
export const honestWork = (slug: string): Readonly<Record<string, string>> => {
  const home = `/api/v1/workspaces/${slug}`;
  return {
    "list of skills": `${home}/skills`,
    "a skill": `${home}/skills/release-notes`,
    "its draft": `${home}/skills/release-notes/draft`,
    "an agent's catalogue": `${home}/agents/release-desk/catalogue`,
    "a search": `${home}/skills?query=release`,
    "page of a skill": `/w/${slug}/skills/release-notes`,
    "page of the playground": `/w/${slug}/playground`,
  };
};

/** Milliseconds between an answer and the next request of the same person, at least and at most. */
const thinks = { least: 800, most: 1_600 } as const;

/** Everybody works for `seconds`, each at their own pace. Requests that are begun are waited for. */
export async function work(people: readonly Person[], slug: string, seconds: number): Promise<Sample[]> {
  const until = performance.now() + seconds * 1000;
  const tasks = Object.entries(honestWork(slug));
  const samples: Sample[] = [];
  await Promise.all(
    people.map(async (person, index) => {
      const random = randomFrom(index + 1);
      const think = () => thinks.least + random() * (thinks.most - thinks.least);
      await pause(random() * thinks.most);
      for (let turn = index; performance.now() < until; turn += 1) {
        const [what, path] = tasks[turn % tasks.length] ?? ["", "/"];
        const { status, milliseconds } = await person.ask(path);
        samples.push({ what, milliseconds, ok: status === 200 });
        await pause(think());
      }
    }),
  );
  return samples;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The smallest of the times that at least `share` of all do not exceed. */
export function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
