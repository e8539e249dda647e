import { aTerminal } from "../delivery/terminals";
import { onLoopback } from "../servers/git-on-loopback";

/** What a server says that knows a live model. */
export const estimate = {
  trials: 36,
  calls: { low: 36, high: 72 },
  usd: { low: 0.1, high: 0.4 },
  minutes: { low: 1, high: 2 },
  scripted: false,
  problems: [] as string[],
};
export const run = {
  number: 7,
  state: "running",
  digest: "d".repeat(64),
  progress: { total: 36, done: 12, invalid: 0 },
  costUsd: 0.02,
};
/** Nothing that would be sent has changed since run 7 asked it. */
export const unchanged = {
  ...estimate,
  sameAs: 7,
  kept: { trials: 36, looked: 36, calls: { low: 0, high: 0 }, usd: { low: 0, high: 0 } },
};
export const ended = { ...run, state: "done", progress: { total: 36, done: 36, invalid: 0 }, costUsd: 0.31 };
export const report = {
  gate: { code: 0, reasons: [] as string[], remarks: [] as string[] },
  against: { number: 5, version: 3 },
  text: "the report\n",
  costUsd: 0.31,
};

type Planted = (asked: { call: string; query: URLSearchParams; body: unknown }) => unknown;
export const refused = (status: number, detail: string) =>
  Response.json({ status, code: "NOT_FOUND", title: "No", detail }, { status });

/** A server that knows a live model and answers as planted; "GET runs/7" is below the skill. */
export async function anEvalServer(
  planted: Record<string, unknown> = {},
  part: Parameters<typeof aTerminal>[0] = {},
) {
  const asked: { call: string; query: URLSearchParams; body: unknown }[] = [];
  const answers: Record<string, unknown> = {
    "POST suite-runs/estimate": estimate,
    "POST suite-runs": run,
    "GET suite-runs/7/report": report,
    "GET draft": { digest: run.digest },
    ...planted,
  };
  const { origin } = await onLoopback(async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const call = `${request.method} ${pathname.replace("/api/v1/workspaces/meridian/skills/", "").replace(/^[^/]+\//, "")}`;
    const text = await request.text();
    const one = { call, query: searchParams, body: text === "" ? null : (JSON.parse(text) as unknown) };
    asked.push(one);
    const answer = answers[call];
    const given = typeof answer === "function" ? (answer as Planted)(one) : answer;
    if (given === undefined) return refused(404, `There is no ${call}.`);
    return given instanceof Response ? given : Response.json(given);
  });
  const settings = { address: `${origin}/w/meridian`, key: "grk_of_ci" };
  const terminal = aTerminal({ settings, ...part });
  return { ...terminal, asked, calls: () => asked.map(({ call }) => call) };
}
