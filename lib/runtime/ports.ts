import type { CatalogueEntry } from "./dialect";
import type {
  BodyFlag,
  NewEvent,
  PayloadOf,
  SessionEvent,
  SkillRef,
  ToolCall,
  ToolDefinition,
} from "./events";
import type { Likeness } from "./likeness";
import type { ReadSkill } from "./read-skill";
import type { SearchTerms } from "./search-terms";

export type SkillFile = { path: string; size: number };

/** Where skills lie. Nothing but what is asked for is read, and only when it is asked for. */
export type SkillSource = {
  /** Answers the package's files in any order; SKILL.md is among them. */
  listFiles(skill: SkillRef): Promise<readonly SkillFile[]>;
  /** The bytes of one file, or null when the package has none at this path. */
  readFile(skill: SkillRef, path: string): Promise<Uint8Array | null>;
  /** Why a file that was read is not given to a model, in words; null where it may be. Without it names alone decide. */
  whyWithheld?(skill: SkillRef, path: string, bytes: Uint8Array): Promise<string | null>;
  /** Whether the workspace has a skill of this name that the agent was not given. */
  isInLibrary(name: string): Promise<boolean>;
  /** Counted words by skill id, from an index and not from files; without it names and descriptions are searched. */
  readTerms?(skills: readonly SkillRef[]): Promise<ReadonlyMap<string, SearchTerms>>;
  /** How alike they are to a query by meaning; null where nothing says so, or not in time. Never throws. */
  readLikeness?(query: string, skills: readonly SkillRef[]): Promise<Likeness | null>;
};

/** What was made of a package before, by a key that names its bytes. Anything may be gone at any time. */
export type Memo<T> = {
  get(key: string): T | undefined;
  set(key: string, value: T, characters: number): void;
};

/** Holds what the dialect made of a skill and its arguments. */
export type ActivationText = { text: string; flags: BodyFlag[]; sha256: string; tokens: number };

/** A catalogue as it would be injected, wherever in a conversation that is. */
export type CatalogueText = Omit<PayloadOf<"catalogue-injected">, "unchangedSinceSeq">;

export type RuntimeCache = {
  skills: Memo<ReadSkill>;
  activations: Memo<ActivationText>;
  catalogues: Memo<CatalogueText>;
};

export type Receipt = { textSha256: string; arguments: string; turn: number; seq: number };
export type NewReceipt = { skillId: string; textSha256: string; arguments: string; tokens: number };

/** It belongs to one run and its branch. */
export type EventLog = {
  /** Answers the branch so far, in order; this run's own events are included. */
  events(): readonly SessionEvent[];
  append(event: NewEvent): Promise<SessionEvent>;
  /**
   * Commits an activation, or what is said instead, with its receipt, in one transaction and one at a time per
   * branch. `decide` gets the receipts that the branch holds of this skill; a receipt is kept for what it makes
   * of an activation.
   */
  appendActivation(
    receipt: NewReceipt,
    decide: (held: readonly Receipt[]) => NewEvent,
  ): Promise<SessionEvent>;
};

/** An estimate unless the provider's own tokenizer stands behind it. */
export type TokenCounter = (text: string) => number;

/** Hashes the UTF-8 bytes and answers lower-case hex. */
export type Sha256 = (text: string) => string;

export type RouterAnswer = {
  /** They are as the model wrote them; made-up ones are included. */
  selectedSkillNames: readonly string[];
  reasoning: string;
  usage?: NonNullable<PayloadOf<"skills-routed">["usage"]>;
};

/** A skill that a router may choose; `score` is what the search gives it, on the scale of `toScale`. */
export type RoutedEntry = CatalogueEntry & { score: number };

/** A first, structured call: which of the candidates a message needs. Throws when the router cannot be asked. */
export type RouteSkills = (query: string, candidates: readonly RoutedEntry[]) => Promise<RouterAnswer>;

/** A call that only somebody outside of the runtime can answer. Its input fits the definition's schema. */
export type ToolQuestion = {
  call: ToolCall;
  /** As the model was offered it. */
  definition: ToolDefinition;
  /** The skill that brings the tool or whose script it would run; null for a tool of the agent's own. */
  skill: SkillRef | null;
  /** The name a stub is saved under: the frontmatter's for a skill's tool, else the offered one. */
  tool: string;
  /** The script it would run, for hosts that have such tools. */
  path: string | null;
};
export type ToolAnswer = {
  result: string;
  answeredBy: "stub" | "person" | "server" | "script";
} & Pick<PayloadOf<"tool-called">, "savedCase">;

/** Somebody was asked whether it may run, and said no. */
export type ToolRefused = { refused: string };

/** Null when there is no answer: no stub, and nobody typed one. */
export type AnswerTool = (question: ToolQuestion) => Promise<ToolAnswer | ToolRefused | null>;
