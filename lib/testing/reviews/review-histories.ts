import * as fc from "fast-check";

/** Who is there: an author, a reviewer, an admin, an owner, and a viewer who is the skill's co-maintainer. */
export const people = ["ada", "rex", "ines", "omar", "zoe"] as const;
/** How somebody acts: by themselves, with a key of their own, or as the machine whose key Ines made. */
export const hands = [...people, "rex's key", "bot"] as const;
export type Hand = (typeof hands)[number];

const paths = ["a.md", "b.md", "c.md"] as const;
/** The last one has a finding that blocks. */
const texts = ["one", "two", "three", "blocks"] as const;
export type Text = (typeof texts)[number];

export type Step =
  | { do: "write"; by: Hand; path: string; text: Text }
  | { do: "delete"; by: Hand; path: string }
  | { do: "move"; by: Hand; path: string; to: string }
  | { do: "rename"; by: Hand; name: string }
  | { do: "restore"; by: Hand; version: number }
  | { do: "apply"; by: Hand; suggestedBy: Hand; path: string; text: Text }
  | { do: "approve" | "ask-for-changes" | "publish"; by: Hand }
  | { do: "dismiss" | "restore-finding"; by: Hand; path: string };

/** How the skill came about: written, written and published, or copied from one that somebody wrote. */
export type Start =
  | { by: Hand; published: boolean; copyOf: null }
  | { by: Hand; published: false; copyOf: Hand };
export type History = { start: Start; steps: Step[] };

/** What every skill begins with. */
export const firstFiles = { "a.md": "one", "b.md": "blocks" } as const satisfies Record<string, Text>;

/** One author does most of it, as in life: where everybody writes, nobody is left to approve. */
const by = fc.constantFrom<Hand>("ada", "ada", "ada", "ada", "ada", "ada", ...hands);
const decider = fc.constantFrom<Hand>("rex", "rex", "ines", "ines", "omar", "omar", ...hands);
const path = fc.constantFrom(...paths);
const act = <Did extends string, More>(did: Did, more: fc.Arbitrary<More>) =>
  more.map((rest) => ({ do: did, ...rest }));

const write = fc.record({ by, path, text: fc.constantFrom(...texts) });
const suggestion = { by, suggestedBy: decider, path, text: fc.constantFrom<Text>("two", "three") };
const writing = fc.oneof(
  { weight: 4, arbitrary: act("write", write) },
  { weight: 2, arbitrary: act("delete", fc.record({ by, path })) },
  { weight: 2, arbitrary: act("move", fc.record({ by, path, to: path })) },
  { weight: 1, arbitrary: act("rename", fc.record({ by, name: fc.constantFrom("x", "y") })) },
  { weight: 1, arbitrary: act("restore", fc.record({ by, version: fc.constantFrom(1, 2, 3) })) },
  { weight: 4, arbitrary: act("apply", fc.record(suggestion)) },
) satisfies fc.Arbitrary<Step>;

const approving = act("approve", fc.record({ by: decider }));
/** Mostly where there is something to judge. */
const judged = fc.record({ by: decider, path: fc.constantFrom("b.md", "b.md", "b.md", ...paths) });
const judging = fc.oneof(act("dismiss", judged), act("restore-finding", judged));
const publishing = act("publish", fc.record({ by: decider }));
const deciding = fc.oneof(approving, act("ask-for-changes", fc.record({ by: decider })), judging, publishing);

/** What it takes to get anywhere, in one order and the other. */
const releasing = fc.oneof(
  fc.tuple(judging, approving, publishing),
  fc.tuple(approving, judging, publishing),
  fc.tuple(approving, approving, publishing),
) satisfies fc.Arbitrary<Step[]>;

/** A co-maintainer makes no skills. */
const maker = fc.constantFrom(...hands.filter((one) => one !== "zoe"));
const start: fc.Arbitrary<Start> = fc.oneof(
  fc.record({ by: maker, published: fc.boolean(), copyOf: fc.constant(null) }),
  fc.record({ by: maker, published: fc.constant<false>(false), copyOf: maker }),
);

/** Histories of one skill of up to so many acts. */
export const someHistory = (mostActs: number): fc.Arbitrary<History> =>
  fc.record({
    start,
    steps: fc
      .array(fc.oneof(writing, writing, deciding, releasing), {
        minLength: 3,
        maxLength: mostActs,
        size: "max",
      })
      .map((acts) => acts.flat()),
  });
