import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { privateDigest } from "@/lib/gateway/private-digest";
import { type ExchangeFacts, exchangeFacts, type WireExchange } from "@/lib/hosts/exchange-facts";
import {
  notUnderstood,
  type ReadFact,
  type Reading,
  tooMuchToRead,
} from "@/lib/hosts/exchange-reading-schema";
import { bareName } from "@/lib/hosts/read-told-skills";
import { type GivenText, recogniseText } from "@/lib/hosts/recognise-text";
import type { SkillFact } from "@/lib/hosts/skill-facts";
import { weighFact } from "@/lib/hosts/weigh-fact";
import { countTokens } from "@/lib/tokens/count-tokens";
import { findKnownTexts, type KnownTexts } from "./internal/known-texts";
import { readToldCatalogue } from "./internal/read-told-catalogue";

/** What one exchange may bring to be read; what brings more is passed through, and the log says so. */
const most = {
  facts: 5_000,
  /** Of one list. */
  toldSkills: 2_000,
  /** Different files, each of which is asked for in every version. */
  files: 200,
  /** Of all texts of the workspace that are compared, each as often as it is. Characters. */
  compared: 64_000_000,
};

/**
 * Reads one exchange of a live host for what happened to skills: each text is told by its bytes to the version that it
 * is. What it answers holds no word of the conversation.
 */
export async function readExchange(context: WorkspaceContext, exchange: WireExchange): Promise<Reading> {
  const found = exchangeFacts(exchange, privateDigest);
  if (!found) return notUnderstood;
  const { request, answer, from, rewrittenFrom, chain } = found;
  if (isTooMuch(found)) return tooMuchToRead;
  const reader = new Recogniser(context);
  const facts: ReadFact[] = [];
  for (const fact of found.facts) {
    facts.push(await reader.read(fact));
    if (reader.isSpent) return tooMuchToRead;
  }
  return {
    understood: true,
    host: request.host,
    version: request.version,
    messages: request.messages.length,
    chain,
    from,
    rewrittenFrom,
    facts,
    answerFacts: found.answerFacts.map((fact) => weighFact(fact, countTokens, privateDigest)),
    isAnswered: answer?.isWhole ?? false,
    finishReason: answer?.finishReason ?? "",
  };
}

function isTooMuch({ facts, answerFacts }: ExchangeFacts): boolean {
  if (facts.length + answerFacts.length > most.facts) return true;
  const files = new Set<string>();
  for (const fact of facts) {
    if (fact.kind === "catalogue" && fact.catalogue.skills.length > most.toldSkills) return true;
    if (fact.kind === "already") files.add(fileKey(fact.name, "SKILL.md"));
    const given = givenBy(fact);
    if (given) files.add(fileKey(given.name, given.path));
  }
  return files.size > most.files;
}

const fileKey = (name: string, path: string): string => JSON.stringify([name, path]);

/** Asks for each file of each skill once, however often it went by. */
class Recogniser {
  private compared = 0;
  private readonly texts = new Map<string, Promise<KnownTexts | null>>();

  constructor(private readonly context: WorkspaceContext) {}

  get isSpent(): boolean {
    return this.compared > most.compared;
  }

  async read(fact: SkillFact): Promise<ReadFact> {
    const read = weighFact(fact, countTokens, privateDigest);
    if (fact.kind === "catalogue")
      return { ...read, found: await readToldCatalogue(this.context, fact.catalogue) };
    if (fact.kind === "already") {
      const known = await this.known(fact.name, "SKILL.md");
      return { ...read, skill: known?.known[0]?.skill ?? null };
    }
    const given = givenBy(fact);
    if (!given) return read;
    const known = await this.known(given.name, given.path);
    for (const one of known?.known ?? []) this.compared += one.text.length + given.text.length;
    if (this.isSpent) return read;
    const recognised = known && recogniseText(given, known.known, known.latestVersion);
    return recognised ? { ...read, ...recognised } : { ...read, skill: null };
  }

  private known(name: string, path: string): Promise<KnownTexts | null> {
    const key = fileKey(name, path);
    const asked = this.texts.get(key) ?? findKnownTexts(this.context, { name: bareName(name), path });
    this.texts.set(key, asked);
    return asked;
  }
}

/** The text that is to be told from others; null for facts that bring none. */
function givenBy(fact: SkillFact): (GivenText & { name: string; path: string }) | null {
  if (fact.kind === "read")
    return {
      name: fact.name,
      path: fact.path,
      text: fact.text,
      as: "file",
      arguments: "",
      directory: null,
      isPart: fact.isPart,
    };
  if (fact.kind !== "activated") return null;
  const { name, text, by, directory, isPart } = fact;
  return {
    name,
    path: "SKILL.md",
    text,
    as: by === "command" ? "file" : "body",
    arguments: fact.arguments,
    directory,
    isPart,
  };
}
