import { decideActivation, type GivenText, renderActivation } from "./activate-skill";
import { answerHostTool, answerOwnTool, findOwnTool, isShared } from "./answer-tool";
import { canComeTwice } from "./decide-repeat";
import type { SkillError, SkillRequest } from "./dialect";
import { countMisses, findHostEnd, type HostEnd } from "./errors-of-run";
import type { NewEvent, SessionEvent, ToolCall } from "./events";
import { findClosest } from "./find-closest";
import { findMentions } from "./find-mentions";
import { injectCatalogue, modeOf } from "./inject-catalogue";
import { lookAtFiles } from "./look-at-files";
import { asksRouter } from "./mode-steps";
import { bytesInContext, readResource } from "./read-resource";
import { routedBefore, routeSkills } from "./route-skills";
import { listOffered, refOf, searchOffered } from "./search-offered";
import { isForModel, isForPeople, type SessionSetup, type SessionSkill } from "./session-setup";
import { shortenHistory } from "./shorten-history";

/**
 * Decides what a model is shown of its skills: the catalogue, each activation, each file. Every decision is one
 * event in the log, whose `result` is exactly what the model got. The playground and every delivery use this one.
 */
export class SkillSession {
  private readonly assigned: ReadonlyMap<string, SessionSkill>;
  /** What the model may ask for: all that is assigned and not kept from it, unless a router chose. */
  private offered: ReadonlyMap<string, SessionSkill>;

  constructor(private readonly setup: SessionSetup) {
    this.assigned = byName(setup.skills);
    this.offered = byName(routedBefore(setup, setup.skills.filter(isForModel)));
  }

  /** Tells the model what exists. Null when there is nothing to tell: then there are no tools either. */
  async injectCatalogue(): Promise<SessionEvent | null> {
    if (asksRouter(modeOf(this.setup))) this.offered = byName(await routeSkills(this.setup));
    return injectCatalogue(this.setup, [...this.offered.values()]);
  }

  /** Before each request: takes the oldest content out of a prompt that fills its window. */
  shortenHistory(): Promise<SessionEvent[]> {
    return shortenHistory(this.setup);
  }

  /** Activates what the person's message names, before the model is asked. */
  async answerMentions(message: string): Promise<void> {
    for (const mention of findMentions(message, new Set(this.assigned.keys()))) {
      const skill = this.assigned.get(mention.name);
      if (skill && !isForPeople(skill)) await this.refuse(null, modelOnly(mention.name));
      else await this.activate(this.assigned, mention.name, mention.arguments, null);
    }
  }

  /** Puts a skill's text into the prompt before the model is asked, whoever its author lets activate it. */
  giveSkill(name: string): Promise<SessionEvent> {
    return this.activate(this.assigned, name, "", null);
  }

  /** Answers one call of the model's with exactly one event, whatever the call holds. */
  async answerCall(call: ToolCall): Promise<SessionEvent> {
    const { dialect, limits, log } = this.setup;
    const size = new TextEncoder().encode(JSON.stringify(call.input) ?? "").length;
    if (size > limits.toolInputBytes) {
      const message = `The input of ${call.toolName} has ${size} bytes; the limit is ${limits.toolInputBytes}.`;
      const cut = { ...call, input: { omitted: `${size} bytes` } };
      return this.refuse(cut, { rule: "too-large", message, skillName: null, path: null });
    }
    const own = findOwnTool(log.events(), call.toolName);
    if (own) return this.record(call, await answerOwnTool(this.setup, own, call));
    const names = [...this.assigned.keys()].filter((name) => this.known(name));
    const request = dialect.readCall(call.toolName, call.input, names, this.activeNames());
    if (!request.ok) return this.answerOutside(call, request.error);
    if (holdsNul(request.value)) {
      const message = `The input of ${call.toolName} holds NUL characters, which nothing here is called by.`;
      return this.refuse(call, { rule: "invalid-arguments", message, skillName: null, path: null });
    }
    return this.answer(request.value, call);
  }

  /** Why the host ends the run at its newest answer; null where it goes on. */
  findHostEnd(): HostEnd | null {
    return findHostEnd(this.setup.dialect, this.setup.log.events());
  }

  /** For a call that comes when no more are answered. */
  refuseCall(call: ToolCall, message: string): Promise<SessionEvent> {
    return this.refuse(call, { rule: "too-many-calls", message, skillName: null, path: null });
  }

  /** A host's general tool was asked for something else than a skill's file: the agent may have such a tool too. */
  private async answerOutside(call: ToolCall, error: SkillError): Promise<SessionEvent> {
    const { log } = this.setup;
    const isElsewhere = error.rule === "outside-package" && error.skillName === null;
    if (!isElsewhere || !isShared(log.events(), call.toolName)) return this.refuse(call, error);
    const { toolName, input } = call;
    const request = { kind: "host-tool" as const, toolName, name: null, path: error.path, input };
    return this.record(call, await answerHostTool(this.setup, request, null, call));
  }

  private async answer(request: SkillRequest, call: ToolCall): Promise<SessionEvent> {
    const { setup } = this;
    const skills = [...this.offered.values()];
    switch (request.kind) {
      case "activate":
        return this.activate(this.offered, request.name, request.arguments, call);
      case "read":
        return this.read(request, call);
      case "list":
        return setup.log.append(await listOffered(setup, skills, request, call));
      case "search":
        return setup.log.append(await searchOffered(setup, skills, request, call));
      case "shell":
        return this.look(request, call);
      case "host-tool": {
        const skill = request.name === null ? null : this.known(request.name);
        if (skill === undefined)
          return this.refuse(call, { ...(await this.unknownSkill(request.name ?? "")), path: request.path });
        return this.record(call, await answerHostTool(setup, request, skill && refOf(skill), call));
      }
    }
  }

  private async activate(
    available: ReadonlyMap<string, SessionSkill>,
    name: string,
    args: string,
    call: ToolCall | null,
    given?: GivenText,
  ): Promise<SessionEvent> {
    const { setup } = this;
    const skill = available.get(name);
    if (!skill) return this.refuse(call, await this.unknownSkill(name));
    const request = { skill: refOf(skill), arguments: args, call, ...(given ? { given } : {}) };
    const rendered = await renderActivation(setup, request);
    if ("rule" in rendered) return this.refuse(call, rendered);
    const tooLarge = this.tooLarge(skill, rendered.text);
    if (tooLarge) return this.refuse(call, tooLarge);
    return setup.log.appendActivation(
      { skillId: skill.ref.skillId, textSha256: rendered.sha256, arguments: args, tokens: rendered.tokens },
      (held) => decideActivation(setup, rendered, held),
    );
  }

  /** A text that is in the prompt already takes no more room, where the host does not give it again. */
  private tooLarge({ ref: { skillId, name } }: SessionSkill, text: string): SkillError | null {
    const { limits, log } = this.setup;
    const bytes = new TextEncoder().encode(text).length;
    const same = canComeTwice(this.setup.dialect.onRepeat) ? undefined : text;
    const held = bytes > limits.skillBytes ? 0 : bytesInContext(log.events(), skillId, same);
    if (held + bytes <= limits.skillBytes) return null;
    return {
      rule: "too-large",
      message: `${name}: with this, more than ${limits.skillBytes} bytes of it would be in the conversation.`,
      skillName: name,
      path: null,
    };
  }

  private async read(
    { name, path, offset, lines }: Extract<SkillRequest, { kind: "read" }>,
    call: ToolCall,
  ): Promise<SessionEvent> {
    const skill = this.known(name);
    if (!skill) return this.refuse(call, { ...(await this.unknownSkill(name)), path });
    if (this.setup.dialect.readsActiveOnly && !this.wasActivated(skill))
      return this.refuse(call, notActive(name, path));
    const request = { skill: refOf(skill), path, offset, call, ...(lines ? { lines } : {}) };
    return this.record(call, await readResource(this.setup, request));
  }

  /** What commands show of skills that may be asked for: their files alone are there. */
  private async look(
    request: Extract<SkillRequest, { kind: "shell" }>,
    call: ToolCall,
  ): Promise<SessionEvent> {
    const known = new Map([...this.assigned].filter(([name]) => this.known(name)));
    const refs = new Map([...known].map(([name, skill]) => [name, refOf(skill)]));
    const looked = await lookAtFiles(this.setup, request, refs, call);
    switch (looked.kind) {
      case "loads":
        return this.activate(known, looked.name, "", call, looked.given);
      case "refused":
        return this.refuse(call, looked.error, looked.result);
      case "unknown-skill": {
        const error = { ...(await this.unknownSkill(looked.name)), path: looked.path };
        return this.refuse(call, error, looked.result);
      }
      case "told":
        return this.setup.log.append(looked.event);
    }
  }

  /** One that is offered, or that the person brought into this branch. */
  private known(name: string): SessionSkill | undefined {
    const assigned = this.assigned.get(name);
    if (!assigned || this.offered.has(name)) return assigned;
    return this.wasActivated(assigned) ? assigned : undefined;
  }

  /** Newest first, each once. */
  private activeNames(): string[] {
    const names = this.setup.log
      .events()
      .flatMap((event) =>
        event.type === "skill-activated" || event.type === "skill-reactivated"
          ? [event.payload.skill.name]
          : [],
      );
    return [...new Set(names.reverse())];
  }

  private wasActivated({ ref: { skillId } }: SessionSkill): boolean {
    return this.setup.log
      .events()
      .some(
        (event) =>
          (event.type === "skill-activated" || event.type === "skill-reactivated") &&
          event.payload.skill.skillId === skillId,
      );
  }

  private async unknownSkill(name: string): Promise<SkillError> {
    const { unavailable, source, limits } = this.setup;
    const names = [...this.offered.keys()];
    const shown = name.length > 100 ? `${name.slice(0, 100)}…` : name;
    const base = {
      skillName: shown,
      path: null,
      available: names.slice(0, limits.listedNames),
      names,
      didYouMean: findClosest(name, names),
    };
    if (unavailable.some((skill) => skill.name === name && skill.reason === "disabled"))
      return { ...base, rule: "disabled", message: `Skill is switched off for this agent: ${shown}` };
    const known =
      this.assigned.has(name) ||
      unavailable.some((skill) => skill.name === name) ||
      (await source.isInLibrary(name));
    return known
      ? {
          ...base,
          ...(this.assigned.get(name)?.ref.modelInvocable === false ? { isForPeople: true } : {}),
          rule: "not-assigned",
          message: `Skill is not available to this agent: ${shown}`,
        }
      : { ...base, rule: "unknown-skill", message: `Unknown skill: ${shown}` };
  }

  private record(call: ToolCall, answer: NewEvent | SkillError): Promise<SessionEvent> {
    return "rule" in answer ? this.refuse(call, answer) : this.setup.log.append(answer);
  }

  /** What hosts count before they say what went wrong. */
  private withHistory(call: ToolCall | null, error: SkillError): SkillError {
    if (call === null) return error;
    const { toolName } = call;
    return { ...error, toolName, missesBefore: countMisses(this.setup.log.events(), toolName) };
  }

  /** `said`: what the model gets of it, where that is not the dialect's to say. */
  private refuse(call: ToolCall | null, error: SkillError, said?: string): Promise<SessionEvent> {
    const result = said ?? this.setup.dialect.error(this.withHistory(call, error));
    return this.setup.log.append({
      type: "request-refused",
      payload: {
        rule: error.rule,
        skillName: error.skillName,
        path: error.path,
        message: error.message,
        askedBy: call === null ? "person" : "model",
        call,
        result,
        tokens: this.setup.countTokens(result),
        ...(call === null ? {} : { isError: true }),
      },
    });
  }
}

const notActive = (name: string, path: string): SkillError => ({
  rule: "not-active",
  message: `Files of ${name} are out of reach until it is activated: ${path}`,
  skillName: name,
  path,
});

/** What the database is asked for and what receipts keep: text there holds none. */
const holdsNul = (request: SkillRequest): boolean =>
  ["name" in request ? request.name : null, request.kind === "activate" ? request.arguments : null].some(
    (text) => text?.includes("\u0000"),
  );

const modelOnly = (name: string): SkillError => ({
  rule: "model-only",
  message: `${name} is for the model alone: its author keeps people from activating it (user-invocable: false).`,
  skillName: name,
  path: null,
});

const byName = (skills: readonly SessionSkill[]): ReadonlyMap<string, SessionSkill> =>
  new Map(skills.map((skill) => [skill.ref.name, skill]));
