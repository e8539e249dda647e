import { z } from "zod";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { exportSkillsSchema } from "@/lib/batches/export-schema";
import { type RunBatch, runBatchSchema } from "@/lib/batches/schema";
import { database } from "@/lib/db/client";
import { callApi, sessionCookie } from "@/lib/testing/api-session";
import { aContext } from "@/lib/testing/contexts";
import { aPackage } from "@/lib/testing/packages";
import { type Figure, under } from "../runtime/figures";

const many = 100;
const publishLimitMs = 10_000;
const otherLimitMs = 10_000;
const assignLimitMs = 3_000;
const exportLimitMs = 5_000;

const names = Array.from({ length: many }, (_, at) => `skill-${String(at).padStart(3, "0")}`);
const countsSchema = z.object({ counts: z.object({ done: z.number(), refused: z.number() }) });

/** What a hundred skills cost through the API, each with three files. */
export async function measure(): Promise<Figure[]> {
  const context = await aContext(database());
  const cookie = await sessionCookie(context);
  for (const name of names)
    await aPackage(context, {
      name,
      files: { "references/more.md": `${name}\n`.repeat(500), "scripts/run.sh": "echo done\n" },
    });
  const { id } = await createAgent(context, { name: "Desk" });
  const base = `/workspaces/${context.workspace.slug}/skills`;
  const timed = async (act: RunBatch["act"], preview = false): Promise<number> => {
    const body = runBatchSchema.parse({ skills: { names }, act, preview });
    const startedAt = performance.now();
    const answer = await callApi("post", `${base}/batch`, { cookie, body });
    const { counts } = countsSchema.parse(await answer.json());
    if (counts.done !== many) throw new Error(`${act.kind}: ${counts.done} of ${many} were done`);
    return performance.now() - startedAt;
  };
  const agents = [id];
  const figures = [
    under(`what publishing ${many} would do`, await timed({ kind: "publish" }, true), publishLimitMs),
    under(`publishing ${many}`, await timed({ kind: "publish" }), publishLimitMs),
    under(`assigning ${many} to an agent`, await timed({ kind: "assign", agents }), assignLimitMs),
    under(
      `labelling ${many}`,
      await timed({ kind: "label", label: "staging", version: "latest" }),
      otherLimitMs,
    ),
    under(`archiving ${many}`, await timed({ kind: "archive" }), otherLimitMs),
    under(`bringing ${many} back`, await timed({ kind: "unarchive" }), otherLimitMs),
  ];
  const form = exportSkillsSchema.parse({ skills: { names } });
  const startedAt = performance.now();
  const archive = await (await callApi("post", `${base}/export`, { cookie, body: form })).arrayBuffer();
  const what = `downloading ${many} as one zip of ${Math.round(archive.byteLength / 1024)} KiB`;
  figures.push(under(what, performance.now() - startedAt, exportLimitMs));
  await database().$disconnect();
  return figures;
}
