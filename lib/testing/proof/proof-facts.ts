import type {
  EffectProof,
  NeighbourProof,
  OwnProof,
  TriggerProof,
} from "@/lib/proof/proven/bytes-proof-schema";
import { judgeProof, type ProofFacts } from "@/lib/reviews/judge-proof";
import { noProof, type ProofPolicy } from "@/lib/reviews/policy-options";

const now = new Date("2026-11-26T12:00:00.000Z");
export const live = {
  id: "m-1",
  name: "Sonnet",
  kind: "live" as const,
  address: "sonnet",
  asks: "sonnet-5 of anthropic",
};
export const rules = {
  id: "rehearsal",
  name: "Rehearsal",
  kind: "rules" as const,
  address: "rehearsal",
  asks: null,
};
export const agent = { slug: "on-call", name: "On-call" };
export const share = (count: number, of: number, low: number) => ({
  count,
  of,
  share: count / of,
  low,
  high: 1,
});

/** Whose answers were all given when the oldest was. */
const answeredAt = (at: string, kept = 0) => ({ at, answers: { oldest: at, newest: at, kept, of: 45 } });
const today = answeredAt("2026-11-26T11:00:00.000Z");

export type Host = TriggerProof["hosts"][number];
export const host = (over: Partial<Host> = {}): Host => ({
  dialect: "standard",
  name: "Standard",
  word: "judged",
  isFaulty: false,
  laterCatalogue: [],
  measured: 15,
  recall: share(13, 15, 0.62),
  precision: share(13, 14, 0.69),
  against: null,
  ...over,
});
export const triggers = (over: Partial<TriggerProof> = {}): TriggerProof => ({
  agent,
  model: live,
  runs: [14],
  brokenOff: [],
  ...today,
  hosts: [host()],
  ...over,
});
export type Tasks = EffectProof["hosts"][number];
export const tasks = (over: Partial<Tasks> = {}): Tasks => ({
  dialect: "standard",
  name: "Standard",
  word: "not-shown",
  reasons: [],
  wins: 4,
  losses: 1,
  tasks: 16,
  p: 0.19,
  total: 0.1,
  goldenFailed: [],
  against: null,
  ...over,
});
export const effect = (over: Partial<EffectProof> = {}): EffectProof => ({
  number: 16,
  isBrokenOff: false,
  agent,
  model: live,
  ...today,
  judge: null,
  hosts: [tasks()],
  ...over,
});
type Pair = NeighbourProof["pairs"][number];
export const pair = (over: Partial<Pair> = {}): Pair => ({
  agent,
  model: live,
  run: 3,
  before: 2,
  runs: [3],
  runsBefore: [2],
  isBrokenOff: false,
  alsoChanged: [],
  ...today,
  hosts: [
    {
      dialect: "standard",
      name: "Standard",
      word: "judged",
      wordBefore: "judged",
      isFaulty: false,
      neverFires: false,
      compared: 12,
      rightBefore: 11,
      rightNow: 11,
      now: share(11, 12, 0.6),
      gained: 0,
    },
  ],
  lost: [],
  ...over,
});
export const lostCase = {
  case: "c1",
  query: "First public line",
  dialect: "standard",
  before: "right" as const,
  now: "stolen" as const,
  by: "incident-triage",
  run: 3,
};
export const neighbour = (over: Partial<NeighbourProof> = {}): NeighbourProof => ({
  skillId: "0190a000-0000-7000-8000-000000000001",
  skill: "status-update",
  version: 4,
  digest: "a".repeat(64),
  agents: [agent],
  unmeasurable: [],
  maintainers: [],
  toldAt: null,
  pairs: [pair()],
  goingOn: 0,
  ...over,
});
type Given = Partial<OwnProof> & Partial<Pick<ProofFacts, "neighbours" | "model" | "published">>;
export const facts = ({
  neighbours = [],
  model = null,
  published = null,
  ...own
}: Given = {}): ProofFacts => ({
  own: {
    has: { trigger: true, effect: true },
    triggers: [],
    effects: [],
    others: [],
    counted: { all: 1, deleted: 0, unread: { trigger: 0, effect: 0 } },
    ...own,
  },
  neighbours,
  now,
  model,
  published,
});

export const asks = (over: Partial<ProofPolicy>): ProofPolicy => ({ ...noProof, ...over });
export const first = (policy: ProofPolicy, given: ProofFacts | null) => judgeProof(policy, given)[0];
