import type { CatalogueMode, Dialect } from "./dialect";
import type { OfferedSkill, UnavailableSkill } from "./events";
import type { LoadedPackage } from "./host-load";
import type { RuntimeLimits } from "./limits";
import type {
  AnswerTool,
  EventLog,
  RouteSkills,
  RuntimeCache,
  Sha256,
  SkillSource,
  TokenCounter,
} from "./ports";

/** A skill of this run with what the first level of disclosure tells of it. */
export type SessionSkill = {
  ref: OfferedSkill;
  description: string;
  /** What the host has of it, as its loader reads it; without it every file of the package. */
  load?: LoadedPackage;
  /** What hosts that read it append to the description. */
  whenToUse?: string;
  priority: number;
};

/** Whether the model may know of it: in the catalogue, tools, lists, searches and to a router. */
export const isForModel = ({ ref }: SessionSkill): boolean => ref.modelInvocable !== false;
/** Whether a person may activate it by its name. */
export const isForPeople = ({ ref }: SessionSkill): boolean => ref.userInvocable !== false;

/** What is said of a skill whose author allows less than usual; nothing otherwise. */
export const restrictionsOf = ({
  modelInvocable,
  userInvocable,
}: {
  modelInvocable: boolean;
  userInvocable: boolean;
}): Pick<OfferedSkill, "modelInvocable" | "userInvocable"> => ({
  ...(modelInvocable ? {} : { modelInvocable }),
  ...(userInvocable ? {} : { userInvocable }),
});

/** All that a run's skills need: data and ports, nothing of a framework. */
export type SessionSetup = {
  skills: readonly SessionSkill[];
  unavailable: readonly UnavailableSkill[];
  /** One that the dialect does not present becomes the dialect's own. */
  mode: CatalogueMode;
  budgetCharacters: number;
  dialect: Dialect;
  limits: RuntimeLimits;
  source: SkillSource;
  log: EventLog;
  countTokens: TokenCounter;
  sha256: Sha256;
  cache?: RuntimeCache;
  /** Router mode needs it. */
  routeSkills?: RouteSkills;
  /** Nobody is there whom a host could ask for leave: what needs it is refused. */
  unattended?: true;
  /** Without it tools of skills and agents are refused. */
  answerTool?: AnswerTool;
};
