import type { FrozenOffer } from "@/lib/proof/plans/frozen-offer";
import { anId } from "../sessions/session-log";

type Offered = FrozenOffer["dialects"][number]["skills"][number];

/** A skill as a run offers it; of one name it is the same one. */
export const anOfferedSkill = (name: string): Offered => ({
  ref: {
    skillId: anId(1_000 + [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)),
    name,
    version: 1,
    draftRevision: null,
    digest: "d".repeat(64),
    source: "assignment",
  },
  description: `About ${name}.`,
  whenToUse: "",
  priority: 0,
});

type Chosen = Partial<Pick<FrozenOffer, "address" | "routerModel" | "routerAddress">> & {
  skills?: readonly Offered[];
  instructions?: string;
  dialect?: string;
};

/** What a run keeps to, in one host. */
export const aFrozenOffer = ({
  address = "scripted",
  routerModel = null,
  routerAddress,
  skills = [],
  instructions = "",
  dialect = "standard",
}: Chosen = {}): FrozenOffer => ({
  dialects: [
    {
      started: {
        message: "",
        messageTokens: 0,
        startedBy: { id: anId(1), name: "Ada" },
        agent: { id: anId(2), slug: "desk", name: "Desk", revision: 1 },
        model: { id: "m", name: "Sonnet", kind: "live", windowTokens: 200_000 },
        dialect,
        mode: "inline",
        overlay: [],
        systemPrompt: { text: instructions, tokens: 0, source: "agent" },
        offered: skills.map(({ ref }) => ref),
        unavailable: [],
      },
      wording: null,
      skills: [...skills],
    },
  ],
  packages: {},
  stubs: [],
  address,
  routerModel,
  ...(routerAddress === undefined ? {} : { routerAddress }),
});
