import type { Result } from "@/lib/kernel/result";
import type { catalogueModes } from "@/lib/runtime/catalogue-modes";
import type { Frontmatter } from "@/lib/skills/parse-skill";
import type { SkillTool } from "@/lib/skills/skill-tool";
import type { RepeatRule } from "./decide-repeat";
import type { cataloguePlaces } from "./event-parts";
import type { BodyFlag, RefusalRule, ToolDefinition } from "./events";
import type { ShellStep } from "./shell-step";

export type CatalogueMode = (typeof catalogueModes)[number];
/** What a mode comes down to for one run: `auto`, `router` and `preload` end as one of these. */
export type Presentation = "inline" | "search" | "eager";
export type CataloguePlace = (typeof cataloguePlaces)[number];

export type CatalogueEntry = {
  name: string;
  description: string;
  /** Paths of what the host's loader takes for scripts; absent where nobody asked it. */
  scripts?: readonly string[];
};
/** A search found it; `score` is on the scale of `toScale`. */
export type FoundEntry = CatalogueEntry & { score?: number };

/** A model's call, understood. */
export type SkillRequest =
  /** A `cursor` of null asks for all at once. */
  | { kind: "list"; query: string | null; cursor: number | null }
  | { kind: "search"; query: string; limit: number }
  | { kind: "activate"; name: string; arguments: string }
  | {
      kind: "read";
      name: string;
      path: string;
      /** In bytes; `lines` counts instead of it where the host counts lines. */
      offset: number;
      /** `first` is 1-based; null for all that follow. */
      lines?: { first: number; count: number | null };
    }
  /** It looks at files of skills with commands; `mostTokens` is what it asked to get back at most. */
  | { kind: "shell"; steps: readonly ShellStep[]; mostTokens: number }
  /**
   * It calls a script or code tool of the host. Nothing runs: a person types the answer, or a stub gives it. `name`
   * and `path` are the skill and the file it would run; they are null where the host's tool does not name them.
   */
  | {
      kind: "host-tool";
      toolName: string;
      name: string | null;
      path: string | null;
      /** Where the host looks for it; at `path`, there or in scripts/, when absent. */
      file?: string;
      input: unknown;
      /** What the host answers once it has found the skill and the file. */
      refusal?: SkillError;
    };

export type ActivationInput = {
  name: string;
  description: string;
  /** It is verbatim, without frontmatter and without blank lines around it. */
  body: string;
  /** The same with the blank lines around it, for hosts that keep them; `body` when absent. */
  written?: string;
  /** The whole SKILL.md as written, for hosts that give it whole; `body` when absent. */
  document?: string;
  frontmatter: Frontmatter;
  arguments: string;
  /** Paths are relative to the package and sorted; content is never among them. */
  resources: readonly string[];
  /** Those of `resources` that the host's loader takes for scripts; null where nobody asked it. */
  scripts?: readonly string[] | null;
  /** Files that are there but not named. */
  unlisted: number;
};

/** A skill whose instructions are in the prompt from the start. */
export type EagerSkill = {
  name: string;
  description: string;
  /** It is verbatim and lacks the frontmatter. */
  body: string;
  /** Holds the whole SKILL.md as written. */
  document: string;
  /** Paths are relative to the package and sorted. */
  resources: readonly string[];
  hasScripts: boolean;
};

/** What a text that brought a skill in says of it: `resources` are the files it names, or else those it links to. */
export type LoadedSkill = { name: string; body: string; resources: string[] };

/** The block of all bodies, and what each skill contributes to it: exact pieces of `text`, in the order given. */
export type EagerText = {
  /** It is empty without skills. */
  text: string;
  parts: readonly { name: string; text: string; flags: BodyFlag[] }[];
};

export type ResourcePage = {
  name: string;
  path: string;
  text: string;
  offset: number;
  totalBytes: number;
  nextOffset: number | null;
  lines?: {
    /** 1-based: the line that `offset` is in. */
    first: number;
    /** The last one that is shown, or of which a part is. */
    last: number;
    /** Of the file, the empty one after a last line break as well. */
    total: number;
    /** It ends where the limit of one reading does, not where the file or what was asked for does. */
    isCut: boolean;
    /** Of the whole file, where a limit in tokens ended the reading. */
    tokens?: number;
  };
};

/** What a host's reading tool gives at once, where the host goes by the size of the file and by the model's count. */
export type ReadingLimits = {
  /** A longer file is given in parts that are asked for. */
  bytes: number;
  tokens: number;
  /** How many lines of a file with more tokens are given to who asked for all of it. */
  firstPart(file: { lines: number; tokens: number }): number;
  /** What is said of a file that is too long as a whole, or of a part that is. */
  tooLong(found: { bytes: number } | { tokens: number }): string;
};

/** What went wrong, as data; each dialect says it in its own shape. */
export type SkillError = {
  rule: RefusalRule;
  /** One sentence that a model can act on. */
  message: string;
  skillName: string | null;
  path: string | null;
  available?: readonly string[];
  /** Of an unknown skill: all that may be asked for, for hosts that propose one by a rule of their own. */
  names?: readonly string[];
  didYouMean?: string | null;
  /** Of a skill that its author keeps from models: a person may call it. */
  isForPeople?: true;
  /** The host's own code, where its dialect knows a finer one than the rule gives. */
  hostCode?: string;
  /** The tool that was called; absent when a person asked. */
  toolName?: string;
  /** How many calls of this tool asked for a file in vain before, in this run. */
  missesBefore?: number;
};

/**
 * Says how one host presents skills to a model. It holds texts and shapes only: what happens is the runtime's.
 * Whatever a skill brings is escaped or neutralised where it could end the host's wrapper or pass for it, also where
 * the host itself forgets to, and messages that only a model reads are taken out.
 */
export type Dialect = {
  id: string;
  title: string;
  /** Sentences of the host itself in the place of ours: which ones, and a text of them as the dialect alone writes it. */
  wording?: { digest: string; undo(text: string): string };
  /** Where the shapes come from. */
  source: string;
  /** What it can present; the first is its default. */
  modes: readonly [CatalogueMode, ...CatalogueMode[]];
  /** Where the model finds the catalogue; as tool descriptions, `catalogue` is empty and `tools` has the entries. */
  placement: "system-prompt" | "tool-descriptions";
  /** How much the catalogue may hold in a window of this many tokens. */
  budgetCharacters(windowTokens: number): number;
  /** Says the same rule in a sentence, for people. */
  budgetRule: string;
  /**
   * What is kept of each description, in the order given; null for a skill that is left out. Where it is absent,
   * descriptions over the budget are shortened, lowest priority first, then skills are left out.
   */
  keepDescriptions?(entries: readonly CatalogueEntry[], budgetCharacters: number): (string | null)[];
  /** In which order the catalogue has its skills; by priority, then by name, when absent. */
  order?: "name" | "name-descending";
  /** Says where in the prompt of a model with this window; without it the catalogue is in the system prompt. */
  placeOf?(windowTokens: number): CataloguePlace;
  /** A longer description is always cut to this, whatever the budget; null for no such rule. */
  mostDescriptionCharacters: number | null;
  /** How long a description is as it is listed, where these characters count so. */
  listedLength?(description: string): number;
  /** It appends a skill's `when_to_use` to its description. */
  tellsWhenToUse?: true;
  /** One skill in the catalogue; in `tool-descriptions`, what its tool adds to the request. */
  catalogueEntry(entry: CatalogueEntry): string;
  /** The whole block; `omitted` skills are counted, not named. Empty without entries or omitted skills. */
  catalogue(entries: readonly string[], omitted: number, place?: CataloguePlace): string;
  /** What stands instead of the catalogue in search mode. */
  searchNotice(skills: number): string;
  eager(skills: readonly EagerSkill[]): EagerText;
  /** No name is told before the model asks for the list: the catalogue has no entries. */
  listsOnRequest?: true;
  /** Undoes `eager` in a whole system prompt; none where this host wrote nothing into it. */
  readEager(system: string): (LoadedSkill & CatalogueEntry)[];
  /**
   * `entries` are all skills that may be asked for; in `tool-descriptions` only those the catalogue lists, with
   * their descriptions as listed. None without entries.
   */
  tools(entries: readonly CatalogueEntry[], options: { presentation: Presentation }): ToolDefinition[];
  /** How a skill's own tool is offered while the skill is active; absent where the host registers none. */
  skillTool?(skillName: string, tool: SkillTool): ToolDefinition;
  /**
   * Untrusted input of a call to one of `tools`; `names` are those of its entries, `active` those that were activated
   * in this branch, the newest first. Never throws.
   */
  readCall(
    toolName: string,
    input: unknown,
    names: readonly string[],
    active?: readonly string[],
  ): Result<SkillRequest, SkillError>;
  activation(input: ActivationInput): { text: string; flags: BodyFlag[] };
  /** What a call is answered where the skill's text follows as one of the person's own; absent where it is the answer. */
  launched?(input: { name: string }): string;
  /** What stands before a text that follows another one of the same skill. */
  launchedAgain?(input: { name: string }): string;
  /** From `repeatRules`; what follows from it is decided by `decideRepeat` alone. */
  onRepeat: RepeatRule;
  /** Whether the host asks the person before a model may load this skill. */
  asksLeave?(frontmatter: Frontmatter): boolean;
  /** How the host gives back what commands wrote; for hosts with a shell. */
  shell?: {
    render(answer: {
      output: string;
      code: number;
      mostTokens: number;
      /** One of the commands went into another folder. */
      hasMoved: boolean;
    }): {
      text: string;
      flags: BodyFlag[];
      isError?: true;
    };
    /** Reading SKILL.md is how this host loads a skill. */
    loadsSkills: boolean;
    /** The host asks the person before a command looks at a skill's folder. */
    asksLeave: boolean;
  };
  /** SKILL.md can be read like any other file. */
  readsSkillFile?: true;
  /** Files of a skill are out of reach before the skill was activated. */
  readsActiveOnly?: true;
  /**
   * Undoes `activation`, without what a person gave as arguments: written again, the answer is the same text. Null for
   * any other text, and for hosts that load nothing by itself.
   */
  readActivation(text: string): LoadedSkill | null;
  /** The note in place of a text that stands in the prompt; absent where the host gives the text again. */
  alreadyActive?(input: { name: string; turn: number; arguments?: string }): string;
  skillList(page: {
    entries: readonly FoundEntry[];
    total: number;
    nextCursor: number | null;
    query: string | null;
  }): string;
  resource(page: ResourcePage): { text: string; flags: BodyFlag[] };
  /** A file that is no text is answered with an error. */
  binaryIsError?: true;
  /** A file that is no text is not there: neither named nor read. */
  withoutBinary?: true;
  /** Which files its reading tool knows, of those that it names; all when absent. */
  reads?(path: string): boolean;
  /** A file comes whole, however long, since nothing asks for the rest of it. */
  readsWhole?: true;
  /** In place of the limit of one reading. */
  readingLimits?: ReadingLimits;
  /** What is shown of a file may be less than there is: only that counts. */
  shortensLines?: true;
  /** How many errors of one tool in a row a run gets over: the next one ends it. No end when absent. */
  mostErrorsOfTool?: number;
  binaryResource(file: { name: string; path: string; mediaType: string; bytes: number }): string;
  error(error: SkillError): string;
  /** The sentence of an error as this host writes it, without its full stop; null for any other text. */
  readError(text: string): string | null;
};
