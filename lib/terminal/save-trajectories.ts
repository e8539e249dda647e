import { mkdir } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { formatCount } from "@/lib/kernel/format-count";
import { askServer, inWorkspace, readAnswer } from "./ask-server";
import { ClientError, machineError } from "./client-error";
import type { Evaluating } from "./evaluating";
import { writeReportAt } from "./write-report";

const trialsSchema = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      case: z.string(),
      dialect: z.string(),
      arm: z.string(),
      repeat: z.number(),
      state: z.string(),
    }),
  ),
  nextCursor: z.string().nullable(),
});
type Trial = z.infer<typeof trialsSchema>["items"][number];

const MiB = 1024 * 1024;
/** What is not there: a trial that did not end, or whose session is not kept any more. */
const absent = [404, 409];

/** So many in a row are no fault of theirs: the rest is not asked for. */
const mostBroken = 3;

/**
 * Writes the session of each trial of a run as a trajectory of its own, where --trajectories was given. What a server does
 * not give is told and no more: the gate's word stands. So it is where the person wants no more of it.
 */
export async function saveTrajectories(asked: Evaluating, skill: string, number: number): Promise<void> {
  const { access, terminal, typed, told, interrupted } = asked;
  const named = typed.valueOf("trajectories");
  if (named === undefined) return;
  const folder = path.join(path.resolve(terminal.workingFolder, named), safeName(skill), `run-${number}`);
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw machineError(`The folder ${folder} cannot be made`, error);
  });
  const trials = inWorkspace(access, `/skills/${encodeURIComponent(skill)}/suite-runs/${number}/trials`);
  let [tried, missing, broken] = [0, 0, 0];
  try {
    for await (const trial of listTrials(asked, trials)) {
      tried += 1;
      told.step(`${skill}: trajectory ${tried}`);
      const got = await readTrajectory(asked, `${trials}/${encodeURIComponent(trial.id)}/trajectory`);
      if (got.text !== null) await writeReportAt(terminal, path.join(folder, fileNameOf(trial)), got.text);
      else missing += 1;
      broken = got.error === null ? 0 : broken + 1;
      if (got.error && broken >= mostBroken) throw got.error;
      if (got.error) told.remark(`${skill}: a session was not read: ${got.error.message}`);
    }
  } catch (error) {
    const isServers = error instanceof ClientError && error.kind === "server";
    const isOver = interrupted.aborted && !(error instanceof ClientError);
    if (!isServers && !isOver) throw error;
    const why = isServers ? error.message : "you stopped before all were.";
    told.remark(`${skill}: not every session of run ${number} was saved: ${why}`);
  }
  if (missing > 0)
    told.remark(`${skill}: no session could be saved of ${formatCount(missing, "trial")} of run ${number}.`);
}

async function* listTrials({ access, interrupted }: Evaluating, trials: string): AsyncGenerator<Trial> {
  const seen = new Set<string>();
  for (let cursor: string | null = ""; cursor !== null; ) {
    if (seen.has(cursor))
      throw new ClientError("server", `${access.address} gave the same page of trials again.`);
    seen.add(cursor);
    const query: URLSearchParams = new URLSearchParams({
      limit: "500",
      ...(cursor === "" ? {} : { cursor }),
    });
    const page: z.infer<typeof trialsSchema> = readAnswer(
      access,
      await askServer(access, `${trials}?${query}`, { signal: interrupted }),
      trialsSchema,
    );
    yield* page.items;
    cursor = page.nextCursor;
  }
}

/** Neither a text nor an error: it is not there. */
async function readTrajectory(
  { access, interrupted }: Evaluating,
  at: string,
): Promise<{ text: string | null; error: ClientError | null }> {
  try {
    const asking = { takes: absent, most: 64 * MiB, signal: interrupted };
    const answer = await askServer(access, at, asking);
    const isAbsent = absent.includes(answer.status);
    return { text: isAbsent ? null : new TextDecoder().decode(answer.bytes), error: null };
  } catch (error) {
    if (error instanceof ClientError && error.kind === "server") return { text: null, error };
    throw error;
  }
}

/** Whatever a server says, a name below the folder and nothing else. */
const safeName = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9._-]/g, "-")
    .replace(/^\.+/, "-")
    .slice(0, 80) || "-";

const fileNameOf = ({ id, case: tried, dialect, arm, repeat }: Trial): string =>
  `${[tried, dialect, arm, `${repeat}`, id.slice(-12)].map(safeName).join("_")}.json`;
