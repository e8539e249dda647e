import { writeJunit } from "@/lib/suites/write-junit";
import { type ClientError, type ExitCode, exitCodes } from "./client-error";
import { unreadSuites } from "./junit";
import type { Pushed } from "./push-draft";
import type { ReadFailure } from "./read-skills";
import { safe, type Told } from "./told";

/** `failed`: the server or this machine did. `not-tried`: so it had before this one's turn. */
export type PushedSkill = Omit<Pushed, "outcome"> & {
  outcome: Pushed["outcome"] | "failed" | "not-tried";
  /** Where its review is, or why it has none. */
  review: string | null;
};

const isWrong = ({ outcome }: PushedSkill): boolean => ["refused", "failed", "not-tried"].includes(outcome);

/** Says what became of one skill. */
export function tellPushed(told: Told, one: PushedSkill): void {
  const { skill, outcome, address, why, paths, review } = one;
  told.line(
    `${told.paint(isWrong(one) ? "bad" : "good", outcome.padEnd(8))} ${safe(skill)}  ${safe(address)}`,
  );
  if (why !== null) told.line(`         ${safe(why)}`);
  for (const path of paths) told.line(`         differs: ${safe(path)}`);
  if (review !== null) told.line(`         review: ${safe(review)}`);
}

type End = {
  pushed: readonly PushedSkill[];
  failures: readonly ReadFailure[];
  /** What ended it before its time. */
  broken: ClientError | null;
};

/** Says the rest, also to programs, and what the command ends with. */
export function tellEnd(told: Told, { pushed, failures, broken }: End): ExitCode {
  for (const { path, rule, message } of failures)
    told.line(`${told.paint("bad", "not read")}  ${safe(path)}  ${rule}  ${safe(message)}`);
  if (broken) told.remark(`Error: ${broken.message}`);
  const ok = broken === null && failures.length === 0 && !pushed.some(isWrong);
  const error = broken && { kind: broken.kind, message: broken.message, ...broken.details };
  told.document({ command: "push", ok, skills: pushed, failures, ...(error && { error }) });
  if (broken) return broken.exitCode;
  return ok ? exitCodes.fine : exitCodes.differs;
}

type Report = Pick<End, "pushed" | "failures"> & {
  /** That at which it ended before its time; its draft may be saved, and its review not asked for. */
  endedAt: PushedSkill | null;
};

/** A suite for each skill, with one case: that its draft is what lies in the folder, with the review that was asked for. */
export const pushJunit = ({ pushed, failures, endedAt }: Report): string =>
  writeJunit("greenroom push", [
    ...pushed.map((one) => ({
      name: one.folder,
      cases: [
        {
          name: `the draft of ${one.skill}`,
          file: `${one.folder}/SKILL.md`,
          line: 1,
          failure:
            isWrong(one) || one === endedAt
              ? (one.why ?? "Not tried: what failed before it stands in its way too.")
              : null,
        },
      ],
    })),
    ...unreadSuites(failures),
  ]);
