import { homeOf } from "../faults/faults-while-serving";
import { withInstallation } from "../faults/with-installation";
import { type Attack, attacksOn } from "./attacks";
import { storeHostileContent } from "./hostile-content";
import { join, Person } from "./person";
import { quantile, type Sample, work } from "./readers";

const readers = 20;
const mostTimes = 2;
/** An attack begins a moment before it is measured, and what it has left behind ends before the next one. */
const leadMs = 1_500;

type Measured = { attack: string; calm: Sample[]; busy: Sample[]; answers: Record<string, number> };

type Outcome = {
  attack: string;
  /** Of all calm windows of the run together: the p99 of one window is its second slowest request, which is chance. */
  before: { p50: number; p99: number };
  during: { p50: number; p99: number };
  ratio: number;
  failures: number;
  requests: number;
  /** How the server answered the attacker: status and count. */
  answers: Record<string, number>;
  slowest: string;
};

/**
 * `npm run bench -- attack [--seconds 15] [--only word] [--json]`: one author attacks a real `npm start` in every way
 * there is while 20 people work; how long these wait between the attacks and meanwhile. Exits 1 when their p99 more than
 * doubles.
 */
export async function run(options: readonly string[]): Promise<number> {
  const after = (name: string) => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);
  const seconds = Number(after("--seconds") ?? 15);
  const measured: Measured[] = [];
  await withInstallation("attack", {}, async ({ at }) => {
    const home = await homeOf(at);
    const slug = home.slice("/workspaces/".length);
    const people: Person[] = [];
    // One after the other: who comes from one address all at once is taken for somebody who guesses.
    for (let index = 0; index < readers; index += 1)
      people.push(await join(at, home, "viewer", `reader-${index}`));
    const author = await join(at, home, "author", "mallory");
    const hostile = await storeHostileContent(author, new Person(at.port, at.cookies), home);
    await work(people, slug, 5);
    for (const attack of attacksOn({ author, home, hostile })) {
      if (!attack.name.includes(after("--only") ?? "")) continue;
      measured.push(await measure(attack, people, slug, seconds));
    }
    for (const person of [...people, author]) person.leave();
  });
  const outcomes = compare(measured);
  if (options.includes("--json")) console.log(JSON.stringify(outcomes, null, 2));
  else for (const outcome of outcomes) print(outcome);
  return outcomes.every(({ ratio, failures }) => ratio <= mostTimes && failures === 0) ? 0 : 1;
}

async function measure(
  attack: Attack,
  people: readonly Person[],
  slug: string,
  seconds: number,
): Promise<Measured> {
  const calm = await work(people, slug, seconds);
  const answers: Record<string, number> = {};
  const stop = new AbortController();
  const lanes = Array.from({ length: attack.lanes }, (_, lane) =>
    keepAt(attack.next(lane), stop.signal, answers),
  );
  await pause(leadMs);
  const busy = await work(people, slug, seconds);
  stop.abort();
  await Promise.all(lanes);
  await untilCalm(people[0], slug);
  return { attack: attack.name, calm, busy, answers };
}

function compare(measured: readonly Measured[]): Outcome[] {
  const before = figuresOf(measured.flatMap(({ calm }) => calm));
  return measured.map(({ attack, busy, answers }) => {
    const during = figuresOf(busy);
    const [slowest] = busy.toSorted((left, right) => right.milliseconds - left.milliseconds);
    return {
      attack,
      before,
      during,
      ratio: during.p99 / before.p99,
      answers,
      failures: busy.filter(({ ok }) => !ok).length,
      requests: busy.length,
      slowest: slowest ? `${slowest.what}, ${slowest.milliseconds.toFixed(0)} ms` : "",
    };
  });
}

async function keepAt(
  send: (signal: AbortSignal) => Promise<{ status: number; text: string }>,
  signal: AbortSignal,
  answers: Record<string, number>,
): Promise<void> {
  while (!signal.aborted) {
    const { status, text } = await send(signal);
    if (signal.aborted) return;
    const why = status === 422 ? (/"detail":"([^"]{0,60})/.exec(text)?.[1] ?? "") : "";
    const answer = `${status} ${why}`.trim();
    answers[answer] = (answers[answer] ?? 0) + 1;
    // Who is refused asks again soon, as an attacker does.
    if (status !== 200) await pause(100);
  }
}

/** What was begun goes on in the server after its sender is gone. */
async function untilCalm(person: Person | undefined, slug: string): Promise<void> {
  for (let calm = 0, tries = 0; person && calm < 5 && tries < 120; tries += 1) {
    const { milliseconds } = await person.ask(`/api/v1/workspaces/${slug}/skills`);
    calm = milliseconds < 250 ? calm + 1 : 0;
    await pause(200);
  }
}

function figuresOf(samples: readonly Sample[]): { p50: number; p99: number } {
  const times = samples.map(({ milliseconds }) => milliseconds);
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function print({ attack, before, during, ratio, failures, requests, answers, slowest }: Outcome): void {
  const verdict = ratio <= mostTimes && failures === 0 ? "ok  " : "MISS";
  const told = ({ p50, p99 }: Outcome["before"]) => `${p50.toFixed(0)} / ${p99.toFixed(0)} ms`;
  const said = Object.entries(answers).map(([status, count]) => `${count} x ${status}`);
  console.log(
    `${verdict} ${attack.padEnd(42)} p50/p99 ${told(before).padStart(15)} -> ${told(during).padStart(16)}   ${ratio.toFixed(1)} times`,
  );
  console.log(
    `     ${requests} requests, ${failures} failed, the slowest: ${slowest}; the attacker got ${said.join(", ") || "no answer"}`,
  );
}
