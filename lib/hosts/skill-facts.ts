import type { HostCall } from "./host-traffic";
import type { ToldCatalogue } from "./read-told-skills";

/** A text that a host brought into a conversation because of a skill. */
type Brought = {
  call: HostCall | null;
  /** As it was asked for; a plugin's name may stand before it. */
  name: string;
  /** What the model got as the result of its call. */
  result: string;
};

/** What went by, in order, as far as it has to do with skills; what has not is `tool`, `asked` and `said`. */
export type SkillFact =
  | { kind: "catalogue"; catalogue: ToldCatalogue }
  /** Words of the person. */
  | { kind: "asked"; text: string }
  /** Words of the model. */
  | { kind: "said"; text: string }
  | { kind: "called"; call: HostCall }
  | (Brought & {
      kind: "activated";
      arguments: string;
      /** `command`: the model read SKILL.md itself. */
      by: "tool" | "command" | "person";
      /** What stands before the text, such as a note that it is not the first time. */
      note: string | null;
      /** Exactly what was put into the conversation. */
      text: string;
      /** Where the skill lies on that machine, when it is told. */
      directory: string | null;
      /** Lines of SKILL.md and not all of it. */
      isPart: boolean;
    })
  | (Brought & { kind: "already"; arguments: string; note: string })
  | (Brought & { kind: "read"; path: string; text: string; isPart: boolean })
  | (Brought & { kind: "refused"; path: string | null; isUnknown: boolean })
  | { kind: "tool"; call: HostCall; result: string; isError: boolean };
