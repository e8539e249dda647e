import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type Committed, openCommits } from "@/lib/testing/servers/git-commits";
import { startGitRemote } from "@/lib/testing/servers/git-remote";
import { askWell, type Workspace } from "../live-hosts/store-skills";

const sourceSchema = z.object({ id: z.string() });
const hookSchema = z.object({ address: z.string(), secret: z.string() });
const reviewsSchema = z.object({ items: z.array(z.object({ skill: z.object({ name: z.string() }) })) });
const body = JSON.stringify({ ref: "refs/heads/main" });

/** Milliseconds from each webhook to the review of the skill that was pushed before it. */
export async function timeWebhooks(workspace: Workspace, deliveries: number): Promise<number[]> {
  const remote = await startGitRemote();
  try {
    const commit = await openCommits(remote);
    await commit(skill("delivered-before"));
    const { id } = await askWell(workspace, "/sources", sourceSchema, {
      body: { kind: "git", name: "Team", url: remote.url, asksReview: true },
    });
    const hook = await askWell(workspace, `/sources/${id}/hook`, hookSchema, { body: {} });
    const times: number[] = [];
    for (let each = 1; each <= deliveries; each++) {
      const name = `delivered-${each}`;
      await commit(skill(name));
      const begun = performance.now();
      await tell(hook);
      while (!(await isReviewed(workspace, name))) await sleep(25);
      times.push(performance.now() - begun);
    }
    return times;
  } finally {
    await remote.close();
  }
}

const skill = (name: string): Committed => ({
  [`${name}/SKILL.md`]: `---\nname: ${name}\ndescription: Writes what ${name} asks for. Use after a merge.\n---\n\n# ${name}\n`,
});

/** As GitHub signs. */
async function tell({ address, secret }: z.infer<typeof hookSchema>): Promise<void> {
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  const { ok, status } = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", "x-hub-signature-256": `sha256=${signature}` },
    body,
  });
  if (!ok) throw new Error(`The webhook answered ${status}.`);
}

async function isReviewed(workspace: Workspace, name: string): Promise<boolean> {
  const { items } = await askWell(workspace, "/reviews", reviewsSchema);
  return items.some(({ skill }) => skill.name === name);
}
