import type {
  CheckedHost,
  CheckedSession,
  CheckToJudge,
  NumberedCase,
  SelfCheckFault,
} from "../judge-self-check";
import { plantedChoice } from "../planted-models";

/** What is wrong in one host, by name. Where nothing can be activated at all, what follows from it is not told as well. */
export function findHostFaults(host: CheckedHost, check: CheckToJudge): SelfCheckFault[] {
  const sessions = check.sessions.filter(({ dialect }) => dialect === host.dialect);
  const unoffered = findUnoffered(host, check);
  const stops = findStop(host, check.skill, sessions);
  if (stops) return [stops, ...unoffered];
  const known = new Set(unoffered.map((fault) => fault.case));
  return [
    ...unoffered,
    ...findUnasked(host, sessions),
    ...findBroken(host, sessions),
    ...findNeverRight(
      host,
      check,
      sessions.filter((one) => !known.has(one.case)),
    ),
  ];
}

const fault = (
  { dialect }: CheckedHost,
  kind: SelfCheckFault["kind"],
  message: string,
  remedy: string,
  of: string | null = null,
): SelfCheckFault => ({ kind, dialect, case: of, message, remedy });

const twinRemedy = "A twin shadows the skill. Take the other one from the agent, or give it another name.";

/** Of every case, whether a session tried it or not: a skill that is not there can be activated by nobody. */
const findUnoffered = (host: CheckedHost, { cases }: CheckToJudge): SelfCheckFault[] =>
  cases.flatMap(({ id, number, expected }) =>
    expected.kind === "skill" && !host.offered.includes(expected.name)
      ? [
          fault(
            host,
            "cannot-be-right",
            `Case ${number} expects ${expected.name}, which is not offered in ${host.name}.`,
            "Give the agent that skill, leave the host out, or correct the case.",
            id,
          ),
        ]
      : [],
  );

/** What keeps the skill from being activated at all. */
function findStop(
  host: CheckedHost,
  skill: string,
  sessions: readonly CheckedSession[],
): SelfCheckFault | null {
  const always = sessions.filter(({ model, byHost }) => model === "always" && byHost.length === 0);
  if (always.some(({ hadTool }) => hadTool === false))
    return fault(
      host,
      "no-tool",
      `${host.name} gives the model no tool to activate ${skill} with.`,
      "Leave this host out, or give the agent a mode in which it has one.",
    );
  if (host.offered.filter((name) => name === skill).length > 1)
    return fault(host, "shadowed", `In ${host.name} two skills answer to the name ${skill}.`, twinRemedy);
  const shadow =
    sessions.find(({ otherBytes }) => otherBytes) ??
    always.find(({ activated }) => activated.some((name) => name !== skill));
  if (shadow)
    return fault(
      host,
      "shadowed",
      shadow.otherBytes
        ? `In ${host.name} other bytes answer to the name ${skill} than those that are tried.`
        : `In ${host.name} ${shadow.activated.join(", ")} answers where ${skill} is asked for.`,
      twinRemedy,
    );
  const counting = always.filter(({ invalid }) => invalid === null);
  if (counting.length > 0 && counting.every(({ activated }) => activated.length === 0)) {
    const why = counting.find(({ refusal }) => refusal !== null)?.refusal;
    return fault(
      host,
      "not-activated",
      `In ${host.name} ${skill} is not activated even when it is asked for by its name${why ? `: ${why}` : "."}`,
      "Mend the skill for this host, or leave the host out.",
    );
  }
  return null;
}

function findUnasked(host: CheckedHost, sessions: readonly CheckedSession[]): SelfCheckFault[] {
  const unasked = sessions.find(
    ({ model, activated, byHost }) => model === "never" && activated.some((name) => !byHost.includes(name)),
  );
  if (!unasked) return [];
  const message = `In ${host.name} ${unasked.activated.join(", ")} is active though no model asked for it.`;
  return [fault(host, "unasked", message, "Choose a mode in which nothing is active from the start.")];
}

const findBroken = (host: CheckedHost, sessions: readonly CheckedSession[]): SelfCheckFault[] =>
  [...new Map(sessions.flatMap(({ invalid }) => (invalid ? [[invalid.reason, invalid] as const] : [])))].map(
    ([, { message }]) =>
      fault(
        host,
        "broken",
        `A session in ${host.name} did not come to its end: ${message}`,
        "Mend this first.",
      ),
  );

/** Cases that stay wrong when exactly what they expect is activated. */
function findNeverRight(
  host: CheckedHost,
  { cases, skill }: CheckToJudge,
  sessions: readonly CheckedSession[],
): SelfCheckFault[] {
  const byId = new Map(cases.map((one) => [one.id, one]));
  return sessions.flatMap((one) => {
    const asked = byId.get(one.case);
    const isWrong = one.model === "rightly" && one.invalid === null && one.outcome !== "right";
    return isWrong && asked ? [neverRight(host, one, asked, skill)] : [];
  });
}

function neverRight(
  host: CheckedHost,
  { byHost, refusal }: CheckedSession,
  { id, number, expected }: NumberedCase,
  skill: string,
): SelfCheckFault {
  const start = `Case ${number} cannot be right in ${host.name}`;
  if (byHost.length > 0)
    return fault(
      host,
      "cannot-be-right",
      `${start}: its message names ${byHost.join(", ")}, which this host activates by itself.`,
      "Write the message without the name, or expect the skill.",
      id,
    );
  const choice = plantedChoice("rightly", expected, skill);
  return fault(
    host,
    "cannot-be-right",
    choice === null
      ? `${start}: a model that activates nothing is counted as wrong.`
      : `${start}: ${choice} does not come when it is asked for${refusal === null ? "." : `: ${refusal}`}`,
    "Correct the case, or mend the skill that it expects.",
    id,
  );
}
