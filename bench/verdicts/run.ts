import { randomFrom } from "../format/generate-skills";
import {
  type Bin,
  binned,
  measureAgreement,
  measurePower,
  measureSize,
  type PowerRow,
} from "./measure-verdicts";

const limits = { size: 0.05, power: 0.03, agreement: 0.05 };

/**
 * `npm run bench -- verdicts [--suites 2000] [--seed 1] [--json]`: simulated suites against the verdict rule. Exits 1 when a skill
 * without effect passes more often than 5 %, when power is more than 3 points from the published table, or when the
 * announced chance that a repeat agrees is more than 5 points off in a tenth of the suites.
 */
export function run(options: readonly string[]): number {
  const suites = numberOption(options, "--suites", 2000);
  const seed = numberOption(options, "--seed", 1);
  if (suites === null || seed === null || suites < 100) {
    console.error("--suites takes a whole number of at least 100, --seed a whole number.");
    return 2;
  }
  const random = randomFrom(seed);
  const size = measureSize(suites, random);
  // Five times as many: with 2,000 alone a row is three points off by chance now and then.
  const power = measurePower(suites * 5, random);
  const announced = measureAgreement(suites, random);
  const agreement = { sameTasks: binned(announced.sameTasks), otherTasks: binned(announced.otherTasks) };
  const missed = [
    ...(size > limits.size ? ["size"] : []),
    ...power.filter(isPowerOff).map(({ tasks, winShare }) => `power of ${tasks} tasks at ${winShare}`),
    ...Object.entries(agreement).flatMap(([name, bins]) =>
      bins.flatMap((bin, index) => (isBinOff(bin) ? [`agreement, ${name}, tenth ${index + 1}`] : [])),
    ),
  ];
  const figures = { suites, seed, size, power, agreement, missed };
  if (options.includes("--json")) console.log(JSON.stringify(figures, null, 2));
  else print(figures);
  return missed.length === 0 ? 0 : 1;
}

function numberOption(options: readonly string[], name: string, usual: number): number | null {
  const at = options.indexOf(name);
  if (at < 0) return usual;
  const value = Number(options[at + 1] || Number.NaN);
  return Number.isSafeInteger(value) && value >= 0 ? value : null;
}

const isPowerOff = ({ published, computed, simulated }: PowerRow): boolean =>
  Math.abs(computed - published) > limits.power || Math.abs(simulated - published) > limits.power;

const isBinOff = ({ stated, agreed }: Bin): boolean => Math.abs(stated - agreed) > limits.agreement;

type Figures = {
  readonly suites: number;
  readonly seed: number;
  readonly size: number;
  readonly power: readonly PowerRow[];
  readonly agreement: Readonly<Record<string, readonly Bin[]>>;
  readonly missed: readonly string[];
};

function print({ suites, seed, size, power, agreement, missed }: Figures): void {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`.padStart(8);
  console.log(`${suites} simulated suites, seed ${seed}`);
  console.log(`passes without any effect: ${percent(size).trim()} (at most 5 %)`);
  console.log("power at 30 % ties (within 3 points of the table)");
  console.log("  tasks  wins    table  computed  simulated");
  for (const { tasks, winShare, published, computed, simulated } of power)
    console.log(
      `  ${String(tasks).padStart(5)}  ${winShare}  ${percent(published)}  ${percent(computed)}   ${percent(simulated)}`,
    );
  for (const [name, bins] of Object.entries(agreement)) {
    console.log(
      `chance that a repeat agrees, ${name === "sameTasks" ? "same tasks" : "other tasks of the kind"}`,
    );
    console.log("  suites   stated    agreed  (within 5 points)");
    for (const { suites: count, stated, agreed } of bins)
      console.log(`  ${String(count).padStart(6)} ${percent(stated)}  ${percent(agreed)}`);
  }
  console.log(missed.length === 0 ? "all bounds held" : `missed: ${missed.join("; ")}`);
}
