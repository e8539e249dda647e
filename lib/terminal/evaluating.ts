import { type Access, type Answer, askServer, inWorkspace, readAnswer } from "./ask-server";
import { type Refused, type Report, reportSchema } from "./eval-answers";
import type { EvalFloors, EvalSettings, ReportFlag } from "./eval-options";
import type { Typed } from "./parse-command";
import type { Terminal } from "./terminal";
import type { Told } from "./told";

/** What `greenroom eval` was asked for, and by whom. */
export type Evaluating = {
  terminal: Terminal;
  told: Told;
  typed: Typed;
  access: Access;
  settings: EvalSettings;
  /** Whether what is begun is judged though its self-check found something wrong. */
  acknowledgeFaults: boolean;
  floors: EvalFloors;
  /** The draft that is meant; any where it is not said. */
  digest: string | undefined;
  /** The folder of the skill in its repository, for reports. */
  root: string | undefined;
  /** Aborted once the person wants no more of it. */
  interrupted: AbortSignal;
};

/** What the server will not do for this skill: the others go on. */
export const refusals = [403, 404, 409, 422];
export const isRefused = ({ status }: Answer): boolean => refusals.includes(status);

/** A path of the API below a skill. */
export const below = ({ access }: Evaluating, skill: string, path: string): string =>
  inWorkspace(access, `/skills/${encodeURIComponent(skill)}${path}`);

type AskedReport = { format?: ReportFlag; wait?: number };

export function reportPath(asked: Evaluating, skill: string, number: number, more: AskedReport): string {
  const root = more.format === undefined ? {} : { root: asked.root };
  const asks = Object.entries({ ...asked.floors, ...root, ...more });
  const query = new URLSearchParams(
    asks.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  return below(asked, skill, `/suite-runs/${number}/report?${query}`);
}

export const toReport = ({ access }: Evaluating, answer: Answer): Report | Refused =>
  isRefused(answer) ? { why: answer.problem.detail } : readAnswer(access, answer, reportSchema);

/** Reports of large suites name every case. */
const largestReport = 64 * 1024 * 1024;

export async function readReport(asked: Evaluating, skill: string, number: number, more: AskedReport = {}) {
  const path = reportPath(asked, skill, number, more);
  return toReport(asked, await askServer(asked.access, path, { takes: refusals, most: largestReport }));
}
