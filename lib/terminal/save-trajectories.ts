import { mkdir } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { formatCount } from "@/lib/kernel/format-count";
import { askServer, inWorkspace, readAnswer } from "./ask-server";
import { machineError } from "./client-error";
import type { Evaluating } from "./eval-skill";
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

/** Writes the session of each trial of a run as a trajectory of its own, where --trajectories was given. */
export async function saveTrajectories(asked: Evaluating, skill: string, number: number): Promise<void> {
  const { access, terminal, typed, told } = asked;
  const named = typed.valueOf("trajectories");
  if (named === undefined) return;
  const folder = path.join(path.resolve(terminal.workingFolder, named), safeName(skill), `run-${number}`);
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw machineError(`The folder ${folder} cannot be made`, error);
  });
  const trials = inWorkspace(access, `/skills/${encodeURIComponent(skill)}/suite-runs/${number}/trials`);
  let saved = 0;
  let missing = 0;
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query: URLSearchParams = new URLSearchParams({
      limit: "500",
      ...(cursor === "" ? {} : { cursor }),
    });
    const page: z.infer<typeof trialsSchema> = readAnswer(
      access,
      await askServer(access, `${trials}?${query}`),
      trialsSchema,
    );
    for (const trial of page.items) {
      told.step(`${skill}: trajectory ${saved + missing + 1}`);
      const at = `${trials}/${encodeURIComponent(trial.id)}/trajectory`;
      const answer = await askServer(access, at, { takes: absent, most: 64 * MiB });
      if (absent.includes(answer.status)) missing += 1;
      else {
        const text = new TextDecoder().decode(answer.bytes);
        await writeReportAt(terminal, path.join(folder, fileNameOf(trial)), text);
        saved += 1;
      }
    }
    cursor = page.nextCursor;
  }
  if (missing > 0)
    told.remark(`${skill}: no session could be saved of ${formatCount(missing, "trial")} of run ${number}.`);
}

/** Whatever a server says, a name below the folder and nothing else. */
const safeName = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9._-]/g, "-")
    .replace(/^\.+/, "-")
    .slice(0, 80) || "-";

const fileNameOf = ({ id, case: tried, dialect, arm, repeat }: Trial): string =>
  `${[tried, dialect, arm, `${repeat}`, id.slice(-12)].map(safeName).join("_")}.json`;
