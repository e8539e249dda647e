import type { SessionEvent, SkillRef } from "@/lib/runtime/events";

export type SkillStep = { type: SessionEvent["type"]; skill: string | null; path: string | null };

/** Says of each event of skills what happened to which skill, and nothing else. */
export const skillSteps = (events: readonly SessionEvent[]): SkillStep[] =>
  events.flatMap((event): SkillStep[] => {
    switch (event.type) {
      case "skill-activated":
      case "skill-reactivated":
      case "skill-already-active":
        return [{ type: event.type, skill: nameOf(event.payload.skill), path: null }];
      case "resource-read":
        return [{ type: event.type, skill: nameOf(event.payload.skill), path: event.payload.path }];
      case "request-refused":
        return [{ type: event.type, skill: event.payload.skillName, path: event.payload.path }];
      default:
        return [];
    }
  });

const nameOf = ({ name }: SkillRef): string => name;
